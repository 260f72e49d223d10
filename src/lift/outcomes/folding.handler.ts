import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clockOf, Database, type Tx } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';

const AT_ONCE = 1_000;

/** Units with windows, whose figures are kept in sums once the windows have closed. */
export interface FoldableUnits {
  /** Retailers with units whose windows have closed at `now` and that are not in the sums. */
  retailersToFold(now: Date): Promise<string[]>;
  /** Locks at most `limit` of these units. */
  lockClosed(tx: Tx, retailerId: string, now: Date, limit: number): Promise<readonly object[]>;
  /** Computes the outcomes of locked units from the orders again. */
  refresh(tx: Tx, retailerId: string, units: readonly object[]): Promise<void>;
  /** Adds locked units to the sums. */
  fold(tx: Tx, retailerId: string, units: readonly object[]): Promise<void>;
}

/** Adds units whose windows have closed to the sums, so that results are read from a few rows. */
@Injectable()
export class FoldingHandler implements OnModuleInit {
  private readonly kinds: FoldableUnits[] = [];

  constructor(
    private readonly database: Database,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  register(units: FoldableUnits): void {
    this.kinds.push(units);
  }

  onModuleInit(): void {
    this.sweeper.register('lift.folding', async () => {
      const now = await clockOf(this.database.acrossRetailers);
      const found = await Promise.all(this.kinds.map((kind) => kind.retailersToFold(now)));
      for (const retailerId of new Set(found.flat())) this.jobs.enqueue('lift.fold', { retailerId });
    });
  }

  /** Safe to run twice and at once: a unit is folded by the transaction that has its lock. */
  @OnJob('lift.fold')
  async fold({ retailerId }: RetailerRef): Promise<void> {
    const now = await clockOf(this.database.of(retailerId));
    for (const kind of this.kinds) {
      let folded: number;
      do {
        folded = await this.database.transaction(retailerId, async (tx) => {
          const units = await kind.lockClosed(tx, retailerId, now, AT_ONCE);
          // A unit may have been assigned while an order of the person came in, which nobody computed for it.
          await kind.refresh(tx, retailerId, units);
          await kind.fold(tx, retailerId, units);
          return units.length;
        });
      } while (folded === AT_ONCE);
    }
  }
}
