export { S3Simulator } from './simulator.js';
