import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillRunnerService } from './backfill-runner.service.js';
import { UnreadableRecordsService } from './unreadable-records.service.js';

/** What the platforms have in common in reading a store's past. */
@Module({
  imports: [RetailersModule],
  providers: [BackfillRunnerService, UnreadableRecordsService],
  exports: [BackfillRunnerService, UnreadableRecordsService],
})
export class BackfillsModule {}
