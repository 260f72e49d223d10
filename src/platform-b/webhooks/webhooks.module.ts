import { Module } from '@nestjs/common';
import { InboxModule } from '../../inbox/inbox.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBConsentsModule } from '../consents/consents.module.js';
import { PlatformBSyncModule } from '../sync/sync.module.js';
import { PlatformBDeliveryProcessorService } from './delivery-processor.service.js';
import { PlatformBWebhookGuard } from './webhook.guard.js';
import { PlatformBWebhookRegistrationService } from './webhook-registration.service.js';
import { PlatformBWebhookTokensService } from './webhook-tokens.service.js';
import { PlatformBWebhooksController } from './webhooks.controller.js';

/** The webhooks of platform B: the hooks, and the effect of deliveries. */
@Module({
  imports: [InboxModule, RetailersModule, PlatformBClientModule, PlatformBConsentsModule, PlatformBSyncModule],
  providers: [PlatformBDeliveryProcessorService, PlatformBWebhookRegistrationService],
  exports: [PlatformBDeliveryProcessorService, PlatformBWebhookRegistrationService],
})
export class PlatformBWebhooksModule {}

/** The route to which platform B delivers. */
@Module({
  imports: [InboxModule, PlatformBClientModule],
  controllers: [PlatformBWebhooksController],
  providers: [PlatformBWebhookGuard, PlatformBWebhookTokensService],
})
export class PlatformBWebhooksApiModule {}
