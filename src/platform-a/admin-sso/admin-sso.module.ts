import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { AdminGuard } from '../../auth/token.guards.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { AdminSsoController } from './admin-sso.controller.js';
import { AdminSsoService } from './admin-sso.service.js';

/** The way into the admin of a store. */
@Module({
  imports: [AuthModule, RetailersModule],
  controllers: [AdminSsoController],
  providers: [AdminSsoService, AdminGuard],
  exports: [AdminSsoService],
})
export class AdminSsoModule {}
