import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ImageGenerationModule } from './image-generation.module.js';
import { FontsController } from './storage/fonts.controller.js';
import { ImagesController } from './storage/images.controller.js';
import { ImageJobsController, ImageRequestsController } from './requests/module-images.controller.js';
import { ModuleImagesService } from './requests/module-images.service.js';
import { PublicImagesService } from './storage/public-images.service.js';

/** The routes of images, for api processes. */
@Module({
  imports: [AuthModule, CommerceModule, IdempotencyModule, ImageGenerationModule, RetailersModule],
  controllers: [ImageRequestsController, ImageJobsController, ImagesController, FontsController],
  providers: [ModuleImagesService, PublicImagesService],
})
export class ImageApiModule {}
