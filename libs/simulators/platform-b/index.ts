export { PlatformBSimulator } from './simulator.js';
export { SimulatedStore } from './store.js';
export { type StoreEvent, storeEvents } from './store-events.js';
