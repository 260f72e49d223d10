import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { InboxModule } from '../../inbox/inbox.module.js';
import { PrivacyModule } from '../../privacy/privacy.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformADeliveryProcessorService } from './delivery-processor.service.js';
import { PlatformADeparturesService } from './departures.service.js';
import { PlatformAOrderReadsService } from './order-reads.service.js';
import { PlatformAWebhookRegistrationService } from './webhook-registration.service.js';
import { PlatformAWebhooksController } from './webhooks.controller.js';

/** The webhooks of platform A: the subscriptions, and the effect of deliveries. */
@Module({
  imports: [InboxModule, CommerceModule, RetailersModule, PrivacyModule, PlatformAClientModule],
  providers: [
    PlatformADeliveryProcessorService,
    PlatformADeparturesService,
    PlatformAOrderReadsService,
    PlatformAWebhookRegistrationService,
  ],
  exports: [PlatformADeliveryProcessorService, PlatformAWebhookRegistrationService],
})
export class PlatformAWebhooksModule {}

/** The route to which platform A delivers. */
@Module({ imports: [InboxModule], controllers: [PlatformAWebhooksController] })
export class PlatformAWebhooksApiModule {}
