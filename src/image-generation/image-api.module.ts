import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { ImageCostsService } from './requests/image-costs.service.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ImageGenerationModule } from './image-generation.module.js';
import { FontsController } from './storage/fonts.controller.js';
import { CountdownsController } from './storage/countdowns.controller.js';
import { CountdownsService } from './storage/countdowns.service.js';
import { ImagesController } from './storage/images.controller.js';
import {
  ImageJobsController,
  ImageRequestsController,
  RetailerImageJobsController,
  RetailerImageRequestsController,
} from './requests/module-images.controller.js';
import { PersonalCountsController } from './requests/personal-counts.controller.js';
import { ModuleImagesService } from './requests/module-images.service.js';
import { PublicImagesService } from './storage/public-images.service.js';

/** The routes of images, for api processes. */
@Module({
  imports: [AdminRoutesModule, AuthModule, CommerceModule, IdempotencyModule, ImageGenerationModule, RetailersModule],
  controllers: [
    ImageRequestsController,
    ImageJobsController,
    PersonalCountsController,
    RetailerImageRequestsController,
    RetailerImageJobsController,
    ImagesController,
    CountdownsController,
    FontsController,
  ],
  providers: [CountdownsService, ImageCostsService, ModuleImagesService, PublicImagesService],
})
export class ImageApiModule {}
