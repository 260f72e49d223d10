import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clockOf, Database, type Tx } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';

const AT_ONCE = 1_000;

/** Units with windows, whose figures are kept in sums once the windows have closed. */
export interface Foldable {
  /** Retailers with units whose windows have closed at `now` and that are not in the sums. */
  retailersToFold(now: Date): Promise<string[]>;
  /** Adds at most `limit` of these units to the sums. Returns their number. */
  foldSome(tx: Tx, retailerId: string, now: Date, limit: number): Promise<number>;
}

/** Adds units whose windows have closed to the sums, so that results are read from a few rows. */
@Injectable()
export class FoldingHandler implements OnModuleInit {
  private readonly kinds: Foldable[] = [];

  constructor(
    private readonly database: Database,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  register(foldable: Foldable): void {
    this.kinds.push(foldable);
  }

  onModuleInit(): void {
    this.sweeper.register('lift.folding', async () => {
      const now = await clockOf(this.database.acrossRetailers);
      const found = await Promise.all(this.kinds.map((foldable) => foldable.retailersToFold(now)));
      for (const retailerId of new Set(found.flat())) this.jobs.enqueue('lift.fold', { retailerId });
    });
  }

  /** Safe to run twice and at once: a unit is folded by the transaction that has its lock. */
  @OnJob('lift.fold')
  async fold({ retailerId }: RetailerRef): Promise<void> {
    const now = await clockOf(this.database.of(retailerId));
    for (const foldable of this.kinds) {
      let folded: number;
      do {
        folded = await this.database.transaction(retailerId, (tx) => foldable.foldSome(tx, retailerId, now, AT_ONCE));
      } while (folded === AT_ONCE);
    }
  }
}
