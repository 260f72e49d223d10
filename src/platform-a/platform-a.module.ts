import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PlatformADeliveryProcessor } from './delivery.processor.js';
import { InstallApiModule } from './install-api.module.js';
import { InstallModule } from './install.module.js';
import { OAuthStatesPersonalData } from './oauth-states.personal-data.js';
import { PlatformAWebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** What a worker does for platform A. */
@Module({
  imports: [InboxModule, CommerceModule, RetailersModule, InstallModule, PersonalDataModule, PrivacyModule],
  providers: [PlatformADeliveryProcessor, OAuthStatesPersonalData],
})
export class PlatformAModule {}

/** What platform A and its merchants call. */
@Module({
  imports: [InboxModule, RetailersModule, InstallApiModule],
  controllers: [PlatformAWebhooksController],
  providers: [WebhooksService],
})
export class PlatformAApiModule {}
