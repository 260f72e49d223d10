export { findPostgresProgram } from './binaries.js';
export { startLocalServices, type LocalServices, type LocalServicesOptions } from './local-services.js';
export { LockHeld, withLock } from './lock.js';
export type { LocalServer } from './options.js';
export { freePort, tryPort } from './ports.js';
export { startPostgres } from './postgres.js';
export { redisBinary, startRedis } from './redis.js';
export { LocalServiceUnavailable } from './unavailable.js';
