import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../../admin-actions/admin-routes.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { AdminGuard } from '../../auth/token.guard.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { AdminSsoController } from './admin-sso.controller.js';
import { PlatformAAdminSsoTicketsController } from './admin-sso-tickets.controller.js';
import { PlatformAAdminSsoService } from './admin-sso.service.js';

/** Redirects admins to the store's admin. */
@Module({
  imports: [AdminRoutesModule, AuthModule, RetailersModule],
  controllers: [AdminSsoController, PlatformAAdminSsoTicketsController],
  providers: [PlatformAAdminSsoService, AdminGuard],
})
export class PlatformAAdminSsoModule {}
