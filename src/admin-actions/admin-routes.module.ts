import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ActionLogService } from './action-log.service.js';
import { ActionRetailersService } from './action-retailers.service.js';
import { AdminActionsModule } from './admin-actions.module.js';

/**
 * Provides what an `@AdminController`'s guard and interceptors inject. Every module with such a controller imports it.
 */
@Module({
  imports: [AdminActionsModule, AuthModule, IdempotencyModule, RetailersModule],
  providers: [ActionLogService, ActionRetailersService],
  exports: [ActionLogService, ActionRetailersService, AuthModule, IdempotencyModule],
})
export class AdminRoutesModule {}
