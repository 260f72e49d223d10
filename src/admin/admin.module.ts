import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { AdminSsoModule } from '../platform-a/admin-sso/admin-sso.module.js';
import { WatchdogModule } from '../platform-a/watchdog/watchdog.module.js';
import { PlatformBModule } from '../platform-b/platform-b.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { AdminActionsModule } from '../admin-actions/admin-actions.module.js';
import { ActionLog } from './action-log.service.js';
import { ActionRetailers } from './action-retailers.js';
import { ActionsController } from './actions.controller.js';
import { AdminTokensController } from './admin-tokens.controller.js';
import { BrandsController } from './brands.controller.js';
import { SequencesModule } from '../sequences/sequences.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryReplays } from './delivery-replays.js';
import { ExecutionsController } from './executions.controller.js';
import { ModuleTokensController } from './module-tokens.controller.js';
import { PrivacyRequestsController } from './privacy-requests.controller.js';
import { QueuesController } from './queues.controller.js';
import { Reconciliations } from './reconciliations.js';
import { RetailerChanges } from './retailer-changes.js';
import { RetailersController } from './retailers.controller.js';
import { SegmentsController } from './segments.controller.js';
import { SequenceRuns } from './sequence-runs.js';
import { SequencesController } from './sequences.controller.js';
import { StoreCareController } from './store-care.controller.js';
import { StoreReader } from './store-reader.js';

/** What people who run the service may see and do. */
@Module({
  imports: [
    AccountsModule,
    AdminActionsModule,
    AdminSsoModule,
    AuthModule,
    CommerceModule,
    IdempotencyModule,
    InboxModule,
    PlatformBModule,
    PrivacyModule,
    RetailersModule,
    SegmentationModule,
    SequencesModule,
    WatchdogModule,
  ],
  controllers: [
    ActionsController,
    AdminTokensController,
    BrandsController,
    DeliveriesController,
    ExecutionsController,
    ModuleTokensController,
    PrivacyRequestsController,
    QueuesController,
    RetailersController,
    SegmentsController,
    SequencesController,
    StoreCareController,
  ],
  providers: [ActionLog, ActionRetailers, DeliveryReplays, Reconciliations, RetailerChanges, SequenceRuns, StoreReader],
})
export class AdminModule {}
