export { readLines } from './read-lines.js';
