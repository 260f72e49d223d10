import { Module } from '@nestjs/common';
import { PlatformACodeCreationsRepository } from './code-creations.repository.js';
import { PlatformACodeIdsService } from './code-ids.service.js';
import { PlatformADiscountsService } from './discounts.service.js';
import { PlatformAMintingService } from './minting.service.js';

@Module({
  providers: [
    PlatformADiscountsService,
    PlatformAMintingService,
    PlatformACodeIdsService,
    PlatformACodeCreationsRepository,
  ],
  exports: [PlatformADiscountsService],
})
export class PlatformADiscountsModule {}
