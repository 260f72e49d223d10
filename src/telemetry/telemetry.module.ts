import { type DynamicModule, Module } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { JobMetrics } from './job.metrics.js';

/** The log and the registry of metrics: the ground that every module stands on, so it stands on none. */
@Module({})
export class TelemetryModule {
  static with(logger: AppLogger): DynamicModule {
    return {
      module: TelemetryModule,
      global: true,
      providers: [
        { provide: APP_LOGGER, useValue: logger },
        { provide: Registry, useFactory: newRegistry },
        JobMetrics,
      ],
      exports: [APP_LOGGER, Registry, JobMetrics],
    };
  }
}

/** One for each service, so that two services in one process don't count into each other's figures. */
function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
