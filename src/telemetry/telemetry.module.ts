import { type DynamicModule, Module } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { JobMetrics } from './job.metrics.js';

/** The logger and the registry of metrics. Every module depends on it, and it depends on none. */
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

/** A registry of its own, so that two services in one process have separate metrics. */
function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
