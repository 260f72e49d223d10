import { Module } from '@nestjs/common';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { RetailerRfmController, RfmController } from './rfm/rfm.controller.js';
import { SegmentationModule } from './segmentation.module.js';
import { SegmentationService } from './segments/segmentation.service.js';
import { RetailerSegmentsController, SegmentsController } from './segments/segments.controller.js';

/** The routes of segments, for processes with the role `api`. */
@Module({
  imports: [AdminRoutesModule, SegmentationModule],
  controllers: [SegmentsController, RetailerSegmentsController, RfmController, RetailerRfmController],
})
export class SegmentationApiModule {
  constructor(retailers: ActionRetailersService, segmentation: SegmentationService) {
    retailers.register('segments', (id) => segmentation.retailerOf(id));
  }
}
