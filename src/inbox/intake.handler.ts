import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { nextRunAfter, Sweeper } from '#libs/durable-work';
import { batchFailed, isDatastoreDown, problemText, tookWork } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { IntakeBatch } from '../jobs/payloads.js';
import { DeliveryProcessorsService } from './delivery-processors.service.js';
import { type ClaimedDelivery, InboxRepository, type Outcome } from './inbox.repository.js';
import { IntakeMetrics } from './intake.metrics.js';
import { DELIVERY_RETRIES } from './retries.js';

const BATCH = 250;
/**
 * The limit for the bodies of a batch, in bytes: several times those of a batch of ordinary orders. The body that
 * exceeds the limit is the last one.
 */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Names no delivery, so the job only takes what is due. */
const WHATEVER_IS_DUE: IntakeBatch = { retailerIds: [], deliveryIds: [] };

type Claim = (tx: Tx) => Promise<ClaimedDelivery[]>;

/**
 * Processes deliveries, many in one transaction. The rows stay locked until the effect is committed, so the death of a
 * worker frees them, and two workers never process the same delivery.
 */
@Injectable()
export class IntakeHandler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly repository: InboxRepository,
    private readonly processors: DeliveryProcessorsService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
    private readonly metrics: IntakeMetrics,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('inbox', async () => {
      if (await this.repository.hasForgotten()) this.jobs.enqueue('intake.process', WHATEVER_IS_DUE);
    });
  }

  /** Takes the named deliveries and fills the batch with others that are due, so a backlog drains in large batches. */
  @OnJob('intake.process')
  async run({ retailerIds, deliveryIds }: IntakeBatch): Promise<void> {
    const taken = await this.runBatch(async (tx) => {
      const named =
        retailerIds.length > 0 ? await this.repository.claim(tx, retailerIds, deliveryIds, BATCH_BYTES) : [];
      return isFull(named) ? named : [...named, ...(await this.fillUp(tx, named))];
    });
    if (isFull(taken)) this.jobs.enqueue('intake.process', WHATEVER_IS_DUE);
  }

  private fillUp(tx: Tx, named: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
    const held = named.map(({ id }) => id);
    return this.repository.claimDue(tx, held, BATCH - named.length, BATCH_BYTES - bytesOf(named));
  }

  /** Returns the deliveries of the batch. */
  private async runBatch(claim: Claim): Promise<readonly ClaimedDelivery[]> {
    let claimed: ClaimedDelivery[] = [];
    try {
      const results = await this.database.transactionAcrossRetailers(async (tx) => {
        claimed = await claim(tx);
        return this.apply(tx, claimed);
      });
      this.observe(results);
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
      batchFailed(error);
      for (const delivery of claimed) await this.runAlone(delivery);
    }
    return claimed;
  }

  /** Processes one delivery of a failed batch, so that a poison delivery fails alone. */
  private async runAlone(delivery: ClaimedDelivery): Promise<void> {
    try {
      // Across retailers like the batch, because the check for the same bytes under another store needs that.
      const results = await this.database.transactionAcrossRetailers(async (tx) => {
        const claimed = await this.repository.claim(tx, [delivery.retailerId], [delivery.id], BATCH_BYTES);
        return this.apply(tx, claimed);
      });
      this.observe(results);
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
      batchFailed(error);
      await this.repository.recordFailure(
        delivery,
        problemText(error),
        nextRunAfter(DELIVERY_RETRIES, delivery.attempts + 1),
      );
    }
  }

  private async apply(tx: Tx, claimed: readonly ClaimedDelivery[]): Promise<readonly Result[]> {
    tookWork(claimed.map(({ id }) => id));
    if (claimed.length === 0) return [];
    const inOrder = claimed.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
    const outcomes = await this.processors.process(tx, inOrder);
    const results = inOrder.map((delivery, index) => ({ delivery, outcome: outcomes[index] ?? NO_OUTCOME }));
    await this.repository.mark(tx, results);
    return results;
  }

  private observe(results: readonly Result[]): void {
    for (const { delivery, outcome } of results) {
      if (outcome.status !== 'pending') this.metrics.processed(delivery.receivedAt);
      if (outcome.doubt) this.metrics.doubted(outcome.doubt);
    }
  }
}

interface Result {
  readonly delivery: ClaimedDelivery;
  readonly outcome: Outcome;
}

const NO_OUTCOME: Outcome = { status: 'failed', problem: 'the processor returned no outcome' };

const bytesOf = (deliveries: readonly ClaimedDelivery[]): number =>
  deliveries.reduce((sum, { body }) => sum + body.length, 0);

/** The batch had no room for more, so more may be due. */
const isFull = (deliveries: readonly ClaimedDelivery[]): boolean =>
  deliveries.length >= BATCH || bytesOf(deliveries) >= BATCH_BYTES;
