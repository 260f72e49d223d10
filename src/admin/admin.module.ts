import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { AdminSsoModule } from '../platform-a/admin-sso/admin-sso.module.js';
import { WatchdogModule } from '../platform-a/sync/watch.module.js';
import { PlatformBModule } from '../platform-b/platform-b.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { AdminActionsModule } from '../admin-actions/admin-actions.module.js';
import { ActionLogService } from '../admin-actions/action-log.service.js';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { ActionsController } from './actions.controller.js';
import { AdminTokensController } from './admin-tokens.controller.js';
import { BrandsController } from './brands.controller.js';
import { SequencesModule } from '../sequences/sequences.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryReplaysService } from './delivery-replays.service.js';
import { ExecutionsController } from '../sequences/executions/executions.controller.js';
import { ModuleTokensController } from './module-tokens.controller.js';
import { PrivacyRequestsController } from './privacy-requests.controller.js';
import { QueuesController } from './queues.controller.js';
import { ReconciliationsService } from './reconciliations.service.js';
import { RetailerChangesService } from './retailer-changes.service.js';
import { RetailersController } from './retailers.controller.js';
import { SegmentsController } from '../segmentation/segments/segments.controller.js';
import { SequenceRunsService } from '../sequences/executions/sequence-runs.service.js';
import { SequencesController } from '../sequences/definitions/sequences.controller.js';
import { StoreCareController } from './store-care.controller.js';
import { StoreReaderService } from './store-reader.service.js';

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
  providers: [
    ActionLogService,
    ActionRetailersService,
    DeliveryReplaysService,
    ReconciliationsService,
    RetailerChangesService,
    SequenceRunsService,
    StoreReaderService,
  ],
})
export class AdminModule {}
