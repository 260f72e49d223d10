import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { Runtime } from '../config/runtime.js';
import { DeliveryMonthsRepository } from './delivery-months.repository.js';

const EVERY_SECONDS = 600;
const MONTHS_AHEAD = 2;

/** Makes the partitions of the next months, and drops months of which every delivery is old enough. */
@Injectable()
export class DeliveryMonthsSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly months: DeliveryMonthsRepository,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('inbox.months', () => this.sweep(), EVERY_SECONDS);
  }

  async sweep(): Promise<void> {
    const { deliveryKeptDays, deliveryRetentionDays } = this.runtime.config;
    await this.months.make(MONTHS_AHEAD);
    const days = Math.max(deliveryKeptDays, deliveryRetentionDays);
    while ((await this.months.dropOldest(days)) !== null);
  }
}
