import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBConsentsModule } from '../consents/consents.module.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { PlatformBCatchUpService } from './catch-up.service.js';
import { PlatformBOrderReaderService } from './order-reader.service.js';
import { PlatformBOrderReadsRepository } from './order-reads.repository.js';
import { PlatformBOrderReadsService } from './order-reads.service.js';
import { PlatformBOrderReadsSweep } from './order-reads.sweep.js';
import { PlatformBReadOrderHandler } from './read-order.handler.js';
import { PlatformBRecordsService } from './records.service.js';
import { PlatformBStoreReaderService } from './store-reader.service.js';

/** Reads the stores of platform B. */
@Module({
  imports: [CommerceModule, StoresModule, PlatformBClientModule, PlatformBConsentsModule],
  providers: [
    PlatformBBuyersService,
    PlatformBCatchUpService,
    PlatformBOrderReaderService,
    PlatformBOrderReadsRepository,
    PlatformBOrderReadsService,
    PlatformBOrderReadsSweep,
    PlatformBReadOrderHandler,
    PlatformBRecordsService,
    PlatformBStoreReaderService,
  ],
  exports: [PlatformBOrderReadsRepository, PlatformBOrderReadsService, PlatformBRecordsService],
})
export class PlatformBSyncModule {}
