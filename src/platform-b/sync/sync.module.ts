import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { PlatformBCatchUpService } from './catch-up.service.js';
import { PlatformBOrderReadsRepository } from './order-reads.repository.js';
import { PlatformBOrderReadsService } from './order-reads.service.js';
import { PlatformBOrderReadsSweep } from './order-reads.sweep.js';
import { PlatformBReadOrderHandler } from './read-order.handler.js';
import { PlatformBStoreReaderService } from './store-reader.service.js';

/** Reads the stores of platform B. */
@Module({
  imports: [CommerceModule, StoresModule, PlatformBClientModule],
  providers: [
    PlatformBBuyersService,
    PlatformBCatchUpService,
    PlatformBOrderReadsRepository,
    PlatformBOrderReadsService,
    PlatformBOrderReadsSweep,
    PlatformBReadOrderHandler,
    PlatformBStoreReaderService,
  ],
  exports: [
    PlatformBBuyersService,
    PlatformBCatchUpService,
    PlatformBOrderReadsRepository,
    PlatformBOrderReadsService,
    PlatformBStoreReaderService,
  ],
})
export class PlatformBSyncModule {}
