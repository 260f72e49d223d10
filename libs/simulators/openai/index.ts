export { OpenAiSimulator } from './simulator.js';
