import { type DynamicModule, Module } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { InboxModule } from '../inbox/inbox.module.js';
import { HealthService } from './health.service.js';
import { JobMetrics } from './job.metrics.js';
import { MetricsPageService } from './metrics-page.service.js';
import { OperationsController } from './operations.controller.js';
import { QueueDepthsService } from './queue-depths.service.js';
import { StoreMetrics } from './store.metrics.js';

/** Health, metrics and the log, for every module. */
@Module({})
export class OperationsModule {
  static with(logger: AppLogger): DynamicModule {
    return {
      module: OperationsModule,
      global: true,
      imports: [InboxModule],
      controllers: [OperationsController],
      providers: [
        { provide: APP_LOGGER, useValue: logger },
        { provide: Registry, useFactory: newRegistry },
        HealthService,
        JobMetrics,
        MetricsPageService,
        QueueDepthsService,
        StoreMetrics,
      ],
      exports: [APP_LOGGER, Registry, JobMetrics, QueueDepthsService],
    };
  }
}

/** One for each service, so that two services in one process don't count into each other's figures. */
function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
