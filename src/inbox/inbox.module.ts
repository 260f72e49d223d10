import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { DeliveryAdminRepository } from './delivery-admin.repository.js';
import { DeliveryAdminService } from './delivery-admin.service.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { BodySubjectsSweep } from './body-subjects.sweep.js';
import { DeliveryBodiesRepository } from './delivery-bodies.repository.js';
import { DeliveryProcessorsService } from './delivery-processors.service.js';
import { DeliveryTracesService } from './delivery-traces.service.js';
import { DeliveryRetentionSweep } from './delivery-retention.sweep.js';
import { InboxPersonalDataService } from './inbox-personal-data.service.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';
import { IntakeHandler } from './intake.handler.js';
import { WaitingDeliveriesService } from './waiting-deliveries.service.js';
import { WebhookIntakeService } from './webhook-intake.service.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    InboxRepository,
    InboxService,
    IntakeHandler,
    IntakeMetrics,
    DeliveryProcessorsService,
    DeliveryAdminRepository,
    DeliveryAdminService,
    DeliveryBodiesRepository,
    DeliveryRetentionSweep,
    DeliveryTracesService,
    BodySubjectsSweep,
    InboxPersonalDataService,
    WaitingDeliveriesService,
    WebhookIntakeService,
  ],
  exports: [
    InboxService,
    InboxRepository,
    IntakeMetrics,
    DeliveryProcessorsService,
    DeliveryAdminService,
    DeliveryBodiesRepository,
    WaitingDeliveriesService,
    WebhookIntakeService,
  ],
})
export class InboxModule {}
