export { CompositionError } from './composition-error.js';
export type { CompositionErrorCode } from './composition-error.js';
export { COMPOSER_VERSION } from './version.js';
export { FONTS } from './fonts/names.js';
export type { FontName } from './fonts/names.js';
export { IMAGE_FORMATS, TONES } from './types.js';
export type {
  Box,
  BrandKit,
  ComposedPicture,
  EncodedPicture,
  ImageFormat,
  Overlay,
  Palette,
  RawPicture,
  Tone,
} from './types.js';
export { DEFAULT_BRAND_KIT } from './brand.js';
export { inspectPicture, MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from './picture/inspect.js';
export type { PictureFacts, PictureType } from './picture/inspect.js';
export { fitPicture, salientBox } from './picture/fit.js';
export type { FittedPicture } from './picture/fit.js';
export { encodePicture } from './picture/encode.js';
export { MIN_VARIANT_DISTANCE, perceptualDistance } from './picture/distance.js';
export { artAltText, drawLocalArt, drawLocalVariants } from './art/local-art.js';
export { STYLES } from './art/styles.js';
export type { StyleName } from './art/styles.js';
export type { ArtOptions } from './art/local-art.js';
export { bannerAltText, composeBanner } from './banner/banner.js';
export { MAX_BANNER_PRODUCTS } from './banner/types.js';
export type { BannerLayers, BannerProduct, BannerSpec } from './banner/types.js';
export { composeHero } from './banner/hero.js';
export type { HeroLayers, HeroSpec } from './banner/hero.js';
export { gridPlanSchema, planGrid, scoreGridPlan, validateGridPlan } from './grid/choose.js';
export { cutGridPicture, gridPictureSizes } from './grid/cut.js';
export { renderGridHtml } from './grid/html.js';
export { renderGridPicture } from './grid/picture.js';
export { MAX_GRID_PRODUCTS } from './grid/types.js';
export type {
  CellCrop,
  CellSpan,
  ChosenGrid,
  GridCell,
  GridHtmlOptions,
  GridOptions,
  GridPictureOptions,
  GridPictureSize,
  GridPlan,
  GridProduct,
  GridRow,
  GridScore,
  GridScoreTerm,
  GridViolation,
} from './grid/types.js';
