import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { ImageGenerationModule } from '../image-generation/image-generation.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { BrandKitController, RetailerBrandKitController } from './brand-kit.controller.js';
import { BrandKitsService } from './brand-kits.service.js';
import { ImportKitHandler } from './import-kit.handler.js';
import { KitLogosService } from './kit-logos.service.js';

/** Brand kits from the look of stores. */
@Module({
  imports: [ImageGenerationModule, RetailersModule, StoresModule],
  providers: [BrandKitsService, KitLogosService, ImportKitHandler],
  exports: [BrandKitsService],
})
export class BrandKitModule {}

/** The route of brand kits, for api processes. */
@Module({
  imports: [AdminRoutesModule, BrandKitModule],
  controllers: [BrandKitController, RetailerBrandKitController],
})
export class BrandKitApiModule {}
