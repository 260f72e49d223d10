export { drawLocalArt } from './art/local-art.js';
export { composeBanner, composeBanners } from './banner/banner.js';
export { composeHero } from './banner/hero.js';
export { composeGrid } from './grid-layout/compose.js';
export { encodeImage } from './image/encode.js';
export { settleProduct } from './review/settle-product.js';
export { stageProduct } from './review/stage.js';
export { readLogo } from './kit/read-logo.js';
export { salientBox } from './image/fit.js';
