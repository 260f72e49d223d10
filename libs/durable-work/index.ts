export * from './backoff.js';
export * from './drained.js';
export { DurableWorkModule } from './durable-work.module.js';
export { every } from './every.js';
export { Leases } from './leases.service.js';
export { SingleFlight } from './single-flight.js';
export { Sweeper } from './sweeper.service.js';
export { waitUntil } from './wait-until.js';
export { whileRenewing } from './while-renewing.js';
