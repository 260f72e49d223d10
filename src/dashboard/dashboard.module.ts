import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StoresModule } from '../stores/stores.module.js';
import { DashboardController } from './dashboard.controller.js';
import { FrameAncestorsService } from './frame-ancestors.service.js';
import { QueueBoardController } from './queues/queue-board.controller.js';
import { QueueBoardService } from './queues/queue-board.service.js';
import { StudioFilesController } from './studio-files.controller.js';
import { StudioFilesService } from './studio-files.service.js';

@Module({
  imports: [AuthModule, OperationsModule, RetailersModule, StoresModule],
  // The first controller has the more exact addresses.
  controllers: [StudioFilesController, QueueBoardController, DashboardController],
  providers: [FrameAncestorsService, QueueBoardService, StudioFilesService],
})
export class DashboardModule {}
