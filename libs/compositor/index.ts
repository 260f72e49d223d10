export { CompositionError } from './composition-error.js';
export { COMPOSER_VERSION } from './version.js';
export { FONTS } from './fonts/names.js';
export type { FontName } from './fonts/names.js';
export { IMAGE_FORMATS, TONES } from './types.js';
export type { Box, BrandKit, ComposedPicture, ImageFormat, Overlay, Palette, Tone } from './types.js';
export { DEFAULT_BRAND_KIT } from './brand.js';
export { MAX_PICTURE_BYTES } from './picture/limits.js';
export { STYLES } from './art/styles.js';
export { MAX_BANNER_PRODUCTS } from './banner/types.js';
export type { BannerLayers, BannerSpec } from './banner/types.js';
export { gridPlanSchema, planGrid, validateGridPlan } from './grid/choose.js';
export { gridPictureSizes } from './grid/picture-sizes.js';
export { gridParts, renderGridHtml } from './grid/html.js';
export { MAX_GRID_PRODUCTS } from './grid/types.js';
export type { ChosenGrid, GridPlan, GridProduct } from './grid/types.js';

export { Compositor } from './compositor.js';
export { inspectPicture } from './inspect-on-demand.js';
