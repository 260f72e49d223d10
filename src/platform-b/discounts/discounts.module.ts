import { Module } from '@nestjs/common';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBDiscountsService } from './discounts.service.js';

/** Discounts on stores. */
@Module({
  imports: [PlatformBClientModule],
  providers: [PlatformBDiscountsService],
  exports: [PlatformBDiscountsService],
})
export class PlatformBDiscountsModule {}
