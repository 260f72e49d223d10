import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { DeliveryAdminRepository } from './delivery-admin.repository.js';
import { DeliveryAdmin } from './delivery-admin.service.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { DeliveryBodiesRepository } from './delivery-bodies.repository.js';
import { DeliveryProcessors } from './delivery-processors.js';
import { DeliveryRetention } from './delivery-retention.js';
import { InboxPersonalData } from './inbox.personal-data.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';
import { IntakeWorker } from './intake.worker.js';
import { WaitingDeliveries } from './waiting-deliveries.service.js';
import { WebhookIntake } from './webhook-intake.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    InboxRepository,
    InboxService,
    IntakeWorker,
    IntakeMetrics,
    DeliveryProcessors,
    DeliveryAdminRepository,
    DeliveryAdmin,
    DeliveryBodiesRepository,
    DeliveryRetention,
    InboxPersonalData,
    WaitingDeliveries,
    WebhookIntake,
  ],
  exports: [
    InboxService,
    InboxRepository,
    IntakeMetrics,
    DeliveryProcessors,
    DeliveryAdmin,
    DeliveryBodiesRepository,
    WaitingDeliveries,
    WebhookIntake,
  ],
})
export class InboxModule {}
