import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { BrandsController } from './brands.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryReplays } from './delivery-replays.js';
import { ModuleTokensController } from './module-tokens.controller.js';
import { QueuesController } from './queues.controller.js';
import { RetailersController } from './retailers.controller.js';
import { SegmentsController } from './segments.controller.js';
import { StoreReader } from './store-reader.js';

/** What people who run the service may see and do. */
@Module({
  imports: [
    AccountsModule,
    AuthModule,
    CommerceModule,
    IdempotencyModule,
    InboxModule,
    RetailersModule,
    SegmentationModule,
  ],
  controllers: [
    BrandsController,
    DeliveriesController,
    ModuleTokensController,
    QueuesController,
    RetailersController,
    SegmentsController,
  ],
  providers: [DeliveryReplays, StoreReader],
})
export class AdminModule {}
