import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { AdminGuard } from '../../auth/token.guard.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { AdminSsoController } from './admin-sso.controller.js';
import { PlatformAAdminSsoService } from './admin-sso.service.js';

/** The way into the admin of a store. */
@Module({
  imports: [AuthModule, RetailersModule],
  controllers: [AdminSsoController],
  providers: [PlatformAAdminSsoService, AdminGuard],
  exports: [PlatformAAdminSsoService],
})
export class AdminSsoModule {}
