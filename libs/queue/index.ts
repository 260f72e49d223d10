export * from './catalogue.js';
export * from './job-producer.js';
export * from './job-queues.js';
export * from './job-runner.js';
export * from './on-job.decorator.js';
export * from './payloads.js';
export * from './queue.module.js';
export * from './sweeper.js';
