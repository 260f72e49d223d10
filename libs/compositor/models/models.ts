export { readLines } from './read-lines.js';
export { segmentProduct } from './segment.js';
