import { Module } from '@nestjs/common';
import { MonthsQueries } from './months.queries.js';
import { MonthsRepository } from './months.repository.js';
import { MonthsSweep } from './months.sweep.js';

/** The partitions of all tables that have one for each month. */
@Module({ providers: [MonthsQueries, MonthsRepository, MonthsSweep], exports: [MonthsQueries] })
export class MonthsModule {}
