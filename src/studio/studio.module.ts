import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { ImageGenerationModule } from '../image-generation/image-generation.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { SequencesModule } from '../sequences/sequences.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { CriteriaController } from './criteria.controller.js';
import { RetailerCustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';
import { ExecutionStreamsController } from './execution-streams.controller.js';
import { ExecutionStreamsService } from './execution-streams.service.js';
import { StudioHomeController } from './home.controller.js';
import { HomeService } from './home.service.js';
import { RetailerPrivacyRequestsController } from './privacy.controller.js';
import { StoreTroublesService } from './store-troubles.service.js';
import { StoreController } from './store.controller.js';
import { WaitingDecisionsService } from './waiting-decisions.service.js';
import { WonBackService } from './won-back.service.js';

/** The routes that only the studio has: they combine what several modules know of a store. */
@Module({
  imports: [
    AdminModule,
    AdminRoutesModule,
    CommerceModule,
    EmailModule,
    ImageGenerationModule,
    InboxModule,
    PrivacyModule,
    RetailersModule,
    SegmentationModule,
    SequencesModule,
    StoresModule,
  ],
  controllers: [
    CriteriaController,
    ExecutionStreamsController,
    StudioHomeController,
    RetailerCustomersController,
    RetailerPrivacyRequestsController,
    StoreController,
  ],
  providers: [
    CustomersService,
    ExecutionStreamsService,
    HomeService,
    StoreTroublesService,
    WaitingDecisionsService,
    WonBackService,
  ],
})
export class StudioModule {}
