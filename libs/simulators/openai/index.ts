export type { ImageCall } from './images.js';
export { OpenAiSimulator } from './simulator.js';
