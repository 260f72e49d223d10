import { Module } from '@nestjs/common';
import { InboxModule } from '../inbox/inbox.module.js';
import { HealthService } from './health.service.js';
import { MetricsPageService } from './metrics-page.service.js';
import { OperationsController } from './operations.controller.js';
import { QueueDepthsService } from './queue-depths.service.js';
import { DatastoreMetrics } from './datastore.metrics.js';

/** What an operator asks of the whole service: health, figures, documents. The roof: nothing stands on it but admin. */
@Module({
  imports: [InboxModule],
  controllers: [OperationsController],
  providers: [HealthService, MetricsPageService, QueueDepthsService, DatastoreMetrics],
  exports: [QueueDepthsService],
})
export class OperationsModule {}
