import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillRunner } from './backfill-runner.js';

/** What the platforms have in common in reading a store's past. */
@Module({ imports: [RetailersModule], providers: [BackfillRunner], exports: [BackfillRunner] })
export class BackfillsModule {}
