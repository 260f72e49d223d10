import 'reflect-metadata';
import type { JobName, JobPayload } from './catalogue.js';

export const JOB_HANDLER = 'rekindle:job-handler';

/**
 * Makes a method of a provider the handler of a job. The compiler checks that it accepts the job's payload, and the
 * start of the service checks that every job has exactly one handler.
 */
export const OnJob =
  <N extends JobName>(name: N) =>
  <H extends (payload: JobPayload<N>) => Promise<void>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    if (descriptor.value) Reflect.defineMetadata(JOB_HANDLER, name, descriptor.value);
  };
