import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { RetailerGuard } from '../../auth/token.guard.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformAAppSubscriptionRepository } from './app-subscription.repository.js';
import { PlatformAAppSubscriptionsService } from './app-subscriptions.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';

/** The merchants' subscriptions to the app. */
@Module({
  imports: [AuthModule, RetailersModule, PlatformAClientModule],
  controllers: [SubscriptionsController],
  providers: [PlatformAAppSubscriptionsService, PlatformAAppSubscriptionRepository, RetailerGuard],
})
export class PlatformASubscriptionsModule {}
