export type { PictureCall } from './pictures.js';
export { OpenAiSimulator } from './simulator.js';
