import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { Runtime } from '../config/runtime.js';
import { MONTH_TABLES } from './month-tables.js';
import { MonthsRepository } from './months.repository.js';

const EVERY_SECONDS = 600;
const MONTHS_AHEAD = 2;

/** Makes the partitions of the next months, and drops months of which every row is old enough. */
@Injectable()
export class MonthsSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly months: MonthsRepository,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('months', () => this.sweep(), EVERY_SECONDS);
  }

  async sweep(): Promise<void> {
    await this.months.make(MONTHS_AHEAD);
    for (const { name, keptDays } of MONTH_TABLES) {
      const days = keptDays(this.runtime.config);
      if (days === undefined) continue;
      while ((await this.months.dropOldest(name, days)) !== null);
    }
  }
}
