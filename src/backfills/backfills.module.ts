import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillRunner } from './backfill-runner.js';
import { UnreadableRecords } from './unreadable-records.js';

/** What the platforms have in common in reading a store's past. */
@Module({
  imports: [RetailersModule],
  providers: [BackfillRunner, UnreadableRecords],
  exports: [BackfillRunner, UnreadableRecords],
})
export class BackfillsModule {}
