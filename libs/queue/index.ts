export * from './catalogue.js';
export * from './job-producer.service.js';
export * from './job-queues.js';
export * from './job-runner.service.js';
export * from './on-job.decorator.js';
export * from './queue.module.js';
