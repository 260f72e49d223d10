import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PlatformADeliveryProcessor } from './delivery.processor.js';
import { InstallApiModule } from './install-api.module.js';
import { InstallModule } from './install.module.js';
import { PlatformAWebhooksController } from './webhooks.controller.js';

/** What a worker does for platform A. */
@Module({
  imports: [InboxModule, CommerceModule, RetailersModule, InstallModule],
  providers: [PlatformADeliveryProcessor],
})
export class PlatformAModule {}

/** What platform A and its merchants call. */
@Module({
  imports: [InboxModule, InstallApiModule],
  controllers: [PlatformAWebhooksController],
})
export class PlatformAApiModule {}
