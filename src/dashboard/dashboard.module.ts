import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { DashboardController } from './dashboard.controller.js';
import { FrameAncestorsService } from './frame-ancestors.service.js';

@Module({
  imports: [AuthModule, RetailersModule, StoresModule],
  controllers: [DashboardController],
  providers: [FrameAncestorsService],
})
export class DashboardModule {}
