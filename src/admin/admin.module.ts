import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryReplays } from './delivery-replays.js';
import { PrivacyRequestsController } from './privacy-requests.controller.js';
import { QueuesController } from './queues.controller.js';
import { RetailersController } from './retailers.controller.js';
import { SegmentsController } from './segments.controller.js';
import { StoreReader } from './store-reader.js';

/** What people who run the service may see and do. */
@Module({
  imports: [
    AuthModule,
    CommerceModule,
    IdempotencyModule,
    InboxModule,
    PrivacyModule,
    RetailersModule,
    SegmentationModule,
  ],
  controllers: [
    DeliveriesController,
    PrivacyRequestsController,
    QueuesController,
    RetailersController,
    SegmentsController,
  ],
  providers: [DeliveryReplays, StoreReader],
})
export class AdminModule {}
