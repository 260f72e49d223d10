import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CustomerReadsModule } from './customer-reads/customer-reads.module.js';
import { CustomerSsoModule } from './customer-sso/customer-sso.module.js';
import { UsedProofsModule } from './customer-sso/used-proofs.module.js';
import { PlatformADeliveryProcessor } from './delivery.processor.js';
import { Departures } from './departures.service.js';
import { FollowUps } from './follow-ups.service.js';
import { InstallApiModule } from './install-api.module.js';
import { InstallModule } from './install.module.js';
import { AdminSsoModule } from './admin-sso/admin-sso.module.js';
import { RefundReadsModule } from './refund-reads/refund-reads.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WatchdogModule } from './watchdog/watchdog.module.js';
import { PlatformAPersonalData } from './platform-a.personal-data.js';
import { PlatformAWebhooksController } from './webhooks.controller.js';

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
  providers: [PlatformADeliveryProcessor, Departures, FollowUps, PlatformAPersonalData],
})
export class PlatformAModule {}

/** What platform A and its merchants call. */
@Module({
  imports: [InboxModule, RetailersModule, InstallApiModule, CustomerSsoModule, SubscriptionsModule, AdminSsoModule],
  controllers: [PlatformAWebhooksController],
})
export class PlatformAApiModule {}
