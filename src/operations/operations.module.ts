import { Module } from '@nestjs/common';
import { InboxModule } from '../inbox/inbox.module.js';
import { MonthsModule } from '../months/months.module.js';
import { BuildVersionService } from './build-version.service.js';
import { HealthService } from './health.service.js';
import { MetricsPageService } from './metrics-page.service.js';
import { OperationsController } from './operations.controller.js';
import { QueueDepthsService } from './queue-depths.service.js';
import { DatastoreMetrics } from './datastore.metrics.js';

/** Health, metrics and the API documentation of the whole service. Only admin depends on it. */
@Module({
  imports: [InboxModule, MonthsModule],
  controllers: [OperationsController],
  providers: [BuildVersionService, HealthService, MetricsPageService, QueueDepthsService, DatastoreMetrics],
  exports: [QueueDepthsService],
})
export class OperationsModule {}
