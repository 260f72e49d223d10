export { CompositionError } from './composition-error.js';
export { COMPOSER_VERSION } from './version.js';
export { FONTS } from './fonts/names.js';
export type { FontName } from './fonts/names.js';
export { MATCHED } from './prompt/types.js';
export type { Matched } from './prompt/types.js';
export { FORMAT_WISHES, SERVED_FORMATS, TEXT_ROLES, TONES } from './types.js';
export type {
  Box,
  BrandKit,
  ComposedImage,
  FormatWish,
  ImageFormat,
  Overlay,
  Palette,
  ServedFormat,
  Tone,
} from './types.js';
export { DEFAULT_BRAND_KIT } from './brand.js';
export { MAX_IMAGE_BYTES } from './image/limits.js';
export { STYLES } from './art/styles.js';
export { MAX_BANNER_PRODUCTS } from './banner/types.js';
export { FAMILY_NAMES } from './families/names.js';
export { longestShown, usualShownWidth } from './shown.js';
export { MOST_DAYS } from './countdown/plate.js';
export type { ComposedBanner } from './banner/banner.js';
export type { BannerLayers, BannerProduct, BannerSpec } from './banner/types.js';
export type { BannerTemplate, PersonalBanner, PersonalImage } from './banner/personal.js';
export { FAMILIES } from './families/index.js';
export type { Family as FamilyDescription } from './families/types.js';
export { gridPlanSchema, planGrid, validateGridPlan } from './grid/choose.js';
export { gridParts, renderGridHtml } from './grid/html.js';
export { MAX_GRID_PRODUCTS } from './grid/types.js';
export type { ChosenGrid, GridProduct } from './grid/types.js';
export { GRID_FAMILIES, GRID_FAMILY_NAMES } from './grid-families/index.js';
export type { GridFamily as GridFamilyDescription } from './grid-families/types.js';
export type { ComposedGrid } from './grid-layout/compose.js';

export { Compositor } from './compositor.js';
export { inspectImage } from './inspect-on-demand.js';
export type { ProductCut } from './product/cut-by-mask.js';
export type { SettledProduct } from './review/settle-product.js';
export type { Stage } from './review/stage.js';
export { contrastOfColours, readableOn } from './colour/contrast.js';
export { mix } from './colour/rgb.js';
export { matchFont } from './fonts/match.js';
export type { FontMatch } from './fonts/match.js';
export { isChromatic, isNearWhite } from './kit/colour-kinds.js';
export { proposePalette, wordsOn } from './kit/palette.js';
export type { ColourOrigin, ColourSource, ProposedPalette } from './kit/palette.js';
export type { LogoChange, LogoReading } from './kit/read-logo.js';
export { unitsOf } from './text/units.js';
export { readWebFont, webFonts } from './fonts/web-fonts.js';
