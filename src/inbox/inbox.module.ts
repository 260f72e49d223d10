import { Module } from '@nestjs/common';
import { DeliveryAdminRepository } from './delivery-admin.repository.js';
import { DeliveryAdmin } from './delivery-admin.service.js';
import { DeliveryProcessors } from './delivery-processors.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';
import { IntakeWorker } from './intake.worker.js';

@Module({
  providers: [
    InboxRepository,
    InboxService,
    IntakeWorker,
    IntakeMetrics,
    DeliveryProcessors,
    DeliveryAdminRepository,
    DeliveryAdmin,
  ],
  exports: [InboxService, InboxRepository, IntakeMetrics, DeliveryProcessors, DeliveryAdmin],
})
export class InboxModule {}
