import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { OutcomesRepository } from './outcomes.repository.js';

const AT_ONCE = 1_000;

/** Adds units whose windows have closed to the sums of their experiments, so that results are read from a few rows. */
@Injectable()
export class FoldingHandler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly outcomes: OutcomesRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('lift.folding', async () => {
      const now = await clockOf(this.database.acrossRetailers);
      for (const retailerId of await this.outcomes.retailersToFold(now)) this.jobs.enqueue('lift.fold', { retailerId });
    });
  }

  /** Safe to run twice and at once: a unit is folded by the transaction that has its lock. */
  @OnJob('lift.fold')
  async fold({ retailerId }: RetailerRef): Promise<void> {
    const now = await clockOf(this.database.of(retailerId));
    let folded: number;
    do {
      folded = await this.database.transaction(retailerId, async (tx) => {
        const units = await this.outcomes.lockClosed(tx, retailerId, now, AT_ONCE);
        // The unit may have been assigned while an order of the person came in, which nobody computed for it.
        await this.outcomes.refresh(tx, retailerId, units);
        if (units.length > 0) await this.outcomes.fold(tx, retailerId, units);
        return units.length;
      });
    } while (folded === AT_ONCE);
  }
}
