import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { DeliveryAdminRepository } from './delivery-admin.repository.js';
import { DeliveryAdmin } from './delivery-admin.service.js';
import { DeliveryProcessors } from './delivery-processors.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';
import { IntakeWorker } from './intake.worker.js';
import { WebhookIntake } from './webhook-intake.js';

@Module({
  imports: [RetailersModule],
  providers: [
    InboxRepository,
    InboxService,
    IntakeWorker,
    IntakeMetrics,
    DeliveryProcessors,
    DeliveryAdminRepository,
    DeliveryAdmin,
    WebhookIntake,
  ],
  exports: [InboxService, InboxRepository, IntakeMetrics, DeliveryProcessors, DeliveryAdmin, WebhookIntake],
})
export class InboxModule {}
