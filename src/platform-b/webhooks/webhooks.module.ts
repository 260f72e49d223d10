import { Module } from '@nestjs/common';
import { InboxModule } from '../../inbox/inbox.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBSyncModule } from '../sync/sync.module.js';
import { PlatformBDeliveryProcessorService } from './delivery-processor.service.js';
import { PlatformBWebhookGuard } from './webhook.guard.js';
import { PlatformBWebhookRegistrationService } from './webhook-registration.service.js';
import { PlatformBWebhookTokensService } from './webhook-tokens.service.js';
import { PlatformBWebhooksController } from './webhooks.controller.js';

/** The webhooks of platform B: which we have, and what they do. */
@Module({
  imports: [InboxModule, RetailersModule, PlatformBClientModule, PlatformBSyncModule],
  providers: [PlatformBDeliveryProcessorService, PlatformBWebhookRegistrationService],
  exports: [PlatformBWebhookRegistrationService],
})
export class PlatformBWebhooksModule {}

/** Where they are delivered. */
@Module({
  imports: [InboxModule, PlatformBClientModule],
  controllers: [PlatformBWebhooksController],
  providers: [PlatformBWebhookGuard, PlatformBWebhookTokensService],
})
export class PlatformBWebhooksApiModule {}
