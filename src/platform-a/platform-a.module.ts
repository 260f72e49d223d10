import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CustomerReadsModule } from './sync/customer-reads.module.js';
import { CustomerSsoModule } from './customer-sso/customer-sso.module.js';
import { UsedProofsModule } from './customer-sso/used-proofs.module.js';
import { PlatformADeliveryProcessorService } from './webhooks/delivery-processor.service.js';
import { PlatformADeparturesService } from './install/departures.service.js';
import { PlatformAFollowUpsService } from './webhooks/follow-ups.service.js';
import { InstallApiModule } from './install/install-api.module.js';
import { InstallModule } from './install/install.module.js';
import { AdminSsoModule } from './admin-sso/admin-sso.module.js';
import { RefundReadsModule } from './sync/refund-reads.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WatchdogModule } from './sync/watch.module.js';
import { PlatformAPersonalDataService } from './personal-data.service.js';
import { PlatformAWebhooksController } from './webhooks/webhooks.controller.js';

/** What a worker does for platform A. */
@Module({
  imports: [
    InboxModule,
    CommerceModule,
    RetailersModule,
    InstallModule,
    CustomerReadsModule,
    RefundReadsModule,
    UsedProofsModule,
    WatchdogModule,
    PersonalDataModule,
    PrivacyModule,
  ],
  providers: [
    PlatformADeliveryProcessorService,
    PlatformADeparturesService,
    PlatformAFollowUpsService,
    PlatformAPersonalDataService,
  ],
})
export class PlatformAModule {}

/** What platform A and its merchants call. */
@Module({
  imports: [InboxModule, RetailersModule, InstallApiModule, CustomerSsoModule, SubscriptionsModule, AdminSsoModule],
  controllers: [PlatformAWebhooksController],
})
export class PlatformAApiModule {}
