export { PlatformBSimulator } from './simulator.js';
export { SimulatedStore } from './store.js';
export { storeEvents } from './store-events.js';
export { CodeRefusedError } from './checkout.js';
