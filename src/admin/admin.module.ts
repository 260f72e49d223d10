import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { AdminActionsModule } from '../admin-actions/admin-actions.module.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { ActionsController } from './actions.controller.js';
import { BrandsController, RetailerBrandsController } from './brands.controller.js';
import { DeliveriesController, RetailerDeliveriesController } from './deliveries.controller.js';
import { DeliveryReplaysService } from './delivery-replays.service.js';
import { PrivacyRequestsController } from './privacy-requests.controller.js';
import { QueuesController } from './queues.controller.js';
import { ReconciliationsService } from './reconciliations.service.js';
import { RetailerChangesService } from './retailer-changes.service.js';
import { RetailersController } from './retailers.controller.js';
import { RetailerStoreCareController, StoreCareController } from './store-care.controller.js';
import { StoreReaderService } from './store-reader.service.js';

/** The routes for the operators of the service. */
@Module({
  imports: [
    AdminActionsModule,
    AdminRoutesModule,
    CommerceModule,
    InboxModule,
    OperationsModule,
    PrivacyModule,
    RetailersModule,
    SegmentationModule,
    StoresModule,
  ],
  controllers: [
    ActionsController,
    BrandsController,
    RetailerBrandsController,
    DeliveriesController,
    RetailerDeliveriesController,
    PrivacyRequestsController,
    QueuesController,
    RetailersController,
    StoreCareController,
    RetailerStoreCareController,
  ],
  exports: [RetailerChangesService, StoreReaderService],
  providers: [DeliveryReplaysService, ReconciliationsService, RetailerChangesService, StoreReaderService],
})
export class AdminModule {
  constructor(retailers: ActionRetailersService, deliveries: DeliveryAdminService) {
    retailers.register('deliveries', async (id) => (await deliveries.get(id)).retailerId);
  }
}
