export { PoolError, type PoolErrorCode, type ThrownInThread } from './pool-error.js';
export { serveTasks } from './serve-tasks.js';
export { threadFile } from './thread-file.js';
export { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';
