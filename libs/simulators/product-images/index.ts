export { portrait } from './portrait.js';
export { PRODUCT_IMAGES, productImage, type ProductImageName, productTitle } from './product-image.js';
export { stillLife, type StillLife } from './still-life.js';
