import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EventsModule } from '../events/events.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { MinterService } from './minter.service.js';
import { MintingRepository } from './minting.repository.js';
import { OfferCountsService } from './offer-counts.service.js';
import { OfferEndingsService } from './offer-endings.service.js';
import { OfferListenersService } from './offer-listeners.service.js';
import { OfferReadinessService } from './offer-readiness.service.js';
import { OfferWorksService } from './offer-works.service.js';
import { OfferMetrics } from './offer.metrics.js';
import { OfferRepository } from './offer.repository.js';
import { OffersHandler } from './offers.handler.js';
import { OffersPersonalDataService } from './offers-personal-data.service.js';
import { OffersService } from './offers.service.js';
import { RedemptionReportsService } from './redemption-reports.service.js';
import { RedemptionRepository } from './redemption.repository.js';
import { RedemptionsHandler } from './redemptions.handler.js';

/** Discount codes: minted on the store, assigned to recipients, redeemed by orders. */
@Module({
  imports: [EventsModule, PersonalDataModule, RetailersModule, CommerceModule, StoresModule],
  providers: [
    MinterService,
    MintingRepository,
    OfferCountsService,
    OfferEndingsService,
    OfferListenersService,
    OfferMetrics,
    OfferReadinessService,
    OfferRepository,
    OfferWorksService,
    OffersHandler,
    OffersPersonalDataService,
    OffersService,
    RedemptionReportsService,
    RedemptionRepository,
    RedemptionsHandler,
  ],
  exports: [OfferCountsService, OfferListenersService, OfferReadinessService, OffersService],
})
export class OffersModule {}
