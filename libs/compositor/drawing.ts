export { drawLocalArt } from './art/local-art.js';
export { composeBanner, composeBanners } from './banner/banner.js';
export { composeHero } from './banner/hero.js';
export { cutCellImage } from './grid/cut.js';
export { renderGridImage } from './grid/image.js';
export { encodeImage } from './image/encode.js';
export { readLogo } from './kit/read-logo.js';
export { salientBox } from './image/fit.js';
