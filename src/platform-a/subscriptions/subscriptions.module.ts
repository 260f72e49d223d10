import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { RetailerGuard } from '../../auth/token.guards.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { InstallModule } from '../install.module.js';
import { AppSubscriptionRepository } from './app-subscription.repository.js';
import { AppSubscriptionsService } from './app-subscriptions.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';

/** What merchants pay for the app. */
@Module({
  imports: [AuthModule, RetailersModule, InstallModule],
  controllers: [SubscriptionsController],
  providers: [AppSubscriptionsService, AppSubscriptionRepository, RetailerGuard],
})
export class SubscriptionsModule {}
