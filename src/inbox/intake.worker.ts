import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { isStoreDown } from '#libs/kernel';
import { type IntakeBatch, JobProducer, OnJob, Sweeper } from '#libs/queue';
import { DeliveryProcessors } from './delivery-processors.js';
import { type ClaimedDelivery, InboxRepository, type Outcome } from './inbox.repository.js';
import { IntakeMetrics } from './intake.metrics.js';
import { retryDelayMs } from './retry-delay.js';

const BATCH = 250;
const DOORBELL: IntakeBatch = { retailerIds: [], deliveryIds: [] };

type Claim = (tx: Tx) => Promise<ClaimedDelivery[]>;

/**
 * Gives deliveries their effect, many in one transaction. The rows stay locked until the effect is committed, so a
 * killed worker frees them by dying, and two workers never hold the same delivery.
 */
@Injectable()
export class IntakeWorker implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly repository: InboxRepository,
    private readonly processors: DeliveryProcessors,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
    private readonly metrics: IntakeMetrics,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('inbox', async () => {
      if (await this.repository.hasForgotten()) this.jobs.ring('intake.process', DOORBELL);
    });
  }

  /** Takes the named deliveries and fills the batch up with what else is due, so a backlog drains in large batches. */
  @OnJob('intake.process')
  async run({ retailerIds, deliveryIds }: IntakeBatch): Promise<void> {
    const taken = await this.runBatch(async (tx) => {
      const named = retailerIds.length > 0 ? await this.repository.claim(tx, retailerIds, deliveryIds) : [];
      const more = await this.repository.claimDue(tx, BATCH - named.length);
      return [...named, ...without(more, named)];
    });
    if (taken >= BATCH) this.jobs.ring('intake.process', DOORBELL);
  }

  /** How many deliveries were taken. */
  private async runBatch(claim: Claim): Promise<number> {
    let claimed: ClaimedDelivery[] = [];
    try {
      const results = await this.database.transaction(async (tx) => {
        claimed = await claim(tx);
        return this.apply(tx, claimed);
      });
      this.observe(results);
    } catch (error) {
      if (isStoreDown(error)) throw error;
      for (const delivery of claimed) await this.runAlone(delivery);
    }
    return claimed.length;
  }

  /** After a batch failed: each by itself, so that one poison delivery fails alone. */
  private async runAlone(delivery: ClaimedDelivery): Promise<void> {
    try {
      const results = await this.database.transaction(async (tx) => {
        const claimed = await this.repository.claim(tx, [delivery.retailerId], [delivery.id]);
        return this.apply(tx, claimed);
      });
      this.observe(results);
    } catch (error) {
      if (isStoreDown(error)) throw error;
      await this.repository.recordFailure(delivery, describe(error), retryDelayMs(delivery.attempts + 1));
    }
  }

  private async apply(tx: Tx, claimed: readonly ClaimedDelivery[]): Promise<readonly Result[]> {
    if (claimed.length === 0) return [];
    const inOrder = claimed.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
    const outcomes = await this.processors.process(tx, inOrder);
    const results = inOrder.map((delivery, index) => ({ delivery, outcome: outcomes[index] ?? NO_OUTCOME }));
    await this.repository.mark(tx, results);
    return results;
  }

  private observe(results: readonly Result[]): void {
    for (const { delivery } of results) this.metrics.processed(delivery.receivedAt);
  }
}

interface Result {
  readonly delivery: ClaimedDelivery;
  readonly outcome: Outcome;
}

const NO_OUTCOME: Outcome = { status: 'failed', problem: 'the processor gave no outcome' };

/** The second claim runs in the same transaction, so it sees the rows of the first again. */
function without(more: readonly ClaimedDelivery[], named: readonly ClaimedDelivery[]): ClaimedDelivery[] {
  const taken = new Set(named.map(({ id }) => id));
  return more.filter(({ id }) => !taken.has(id));
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
