export { drawLocalArt } from './art/local-art.js';
export { composeBanner } from './banner/banner.js';
export { composeHero } from './banner/hero.js';
export { cutGridPicture } from './grid/cut.js';
export { renderGridPicture } from './grid/picture.js';
export { encodePicture } from './picture/encode.js';
export { salientBox } from './picture/fit.js';
