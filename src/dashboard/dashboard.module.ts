import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { DashboardController } from './dashboard.controller.js';
import { FrameAncestorsService } from './frame-ancestors.service.js';
import { StudioFilesController } from './studio-files.controller.js';
import { StudioFilesService } from './studio-files.service.js';

@Module({
  imports: [AuthModule, RetailersModule, StoresModule],
  // The first controller has the more exact addresses.
  controllers: [StudioFilesController, DashboardController],
  providers: [FrameAncestorsService, StudioFilesService],
})
export class DashboardModule {}
