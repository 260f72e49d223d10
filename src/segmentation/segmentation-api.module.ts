import { Module } from '@nestjs/common';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { SegmentationModule } from './segmentation.module.js';
import { SegmentationService } from './segments/segmentation.service.js';
import { SegmentsController } from './segments/segments.controller.js';

/** What an api process answers about segments. */
@Module({
  imports: [AdminRoutesModule, SegmentationModule],
  controllers: [SegmentsController],
})
export class SegmentationApiModule {
  constructor(retailers: ActionRetailersService, segmentation: SegmentationService) {
    retailers.register('segments', (id) => segmentation.retailerOf(id));
  }
}
