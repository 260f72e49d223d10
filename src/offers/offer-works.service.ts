import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Leases, pauseAfter, Sweeper, whileRenewing } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';

const LEASE_SECONDS = 60;
const BACKOFF = { firstMs: 2_000, longestMs: 900_000, jitter: 0.5 };

/**
 * Condition that a row has work and no worker does it. A worker takes the due time away when it begins: a row that
 * names a worker without a lease is one whose worker has died.
 */
const DUE = (now: string): string =>
  `(due_at <= ${now} OR leased_by IS NOT NULL) AND (leased_until IS NULL OR leased_until <= ${now})`;

/** Decides when a store's offers are worked on, one worker at a time. Postgres holds the times. */
@Injectable()
export class OfferWorksService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly leases: Leases,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.leases.register('offer_works', 'true');
    this.sweeper.register('offers.works', async () => {
      const rows = await this.database.acrossRetailers.query<{ id: string }>(
        `SELECT retailer_id AS id FROM offer_works WHERE ${DUE('$1')} ORDER BY due_at LIMIT 100`,
        [new Date()],
      );
      for (const { id } of rows) this.jobs.enqueue('offers.work', { retailerId: id });
    });
  }

  /** There is work now. A worker that is at it finds it at its end. After a failure the pause goes on. */
  async makeDue(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO offer_works AS w (retailer_id, due_at) VALUES ($1, $2)
       ON CONFLICT (retailer_id) DO UPDATE
         SET due_at = CASE WHEN w.attempts > 0 AND w.due_at IS NOT NULL THEN w.due_at ELSE excluded.due_at END`,
      [retailerId, new Date()],
    );
    tx.afterCommit(() => this.jobs.enqueue('offers.work', { retailerId }));
  }

  /**
   * Runs `work` with the lease, if it is due. `work` returns when it wants to run again, or undefined where nothing is
   * left. Where it throws, it runs again after a pause, and not before the instant of `notBefore`.
   */
  async run(
    retailerId: string,
    work: () => Promise<Date | undefined>,
    notBefore: (error: unknown) => Date | undefined,
  ): Promise<void> {
    const worker = await this.leases.holder();
    const [leased] = await this.database.of(retailerId).query<{ attempts: number }>(
      `UPDATE offer_works SET leased_by = $2, leased_until = $3, due_at = NULL
        WHERE retailer_id = $1 AND ${DUE('$4')} RETURNING attempts`,
      [retailerId, worker, inMs(LEASE_SECONDS * 1_000), new Date()],
    );
    if (!leased) return;
    const renew = () => this.renew(retailerId, worker);
    try {
      const again = await whileRenewing(renew, (LEASE_SECONDS * 1_000) / 3, work);
      await this.release(retailerId, worker, 0, again);
    } catch (error) {
      const attempts = leased.attempts + 1;
      const pause = inMs(pauseAfter(BACKOFF, attempts));
      const asked = notBefore(error);
      await this.release(retailerId, worker, attempts, asked && asked > pause ? asked : pause);
      throw error;
    }
  }

  private renew(retailerId: string, worker: string): Promise<number> {
    return this.database
      .of(retailerId)
      .execute(`UPDATE offer_works SET leased_until = $3 WHERE retailer_id = $1 AND leased_by = $2`, [
        retailerId,
        worker,
        inMs(LEASE_SECONDS * 1_000),
      ]);
  }

  /** Work that came meanwhile stays due, unless the work has failed. */
  private async release(retailerId: string, worker: string, attempts: number, again: Date | undefined): Promise<void> {
    const [row] = await this.database.of(retailerId).query<{ dueAt: Date | null }>(
      `UPDATE offer_works SET leased_by = NULL, leased_until = NULL, attempts = $3,
              due_at = CASE WHEN $3 > 0 THEN $4::timestamptz ELSE least(due_at, $4::timestamptz) END
        WHERE retailer_id = $1 AND leased_by = $2 RETURNING due_at AS "dueAt"`,
      [retailerId, worker, attempts, again ?? null],
    );
    if (!row?.dueAt) return;
    const delayMs = Math.max(0, row.dueAt.getTime() - Date.now());
    if (delayMs < 60_000) this.jobs.enqueue('offers.work', { retailerId }, { delayMs });
  }
}

const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds);
