import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { nextRunAfter, SingleFlight, Sweeper } from '#libs/durable-work';
import { APP_LOGGER, type AppLogger, problemText } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import type { ConsentWrite as Outcome } from '../../stores/consents.js';
import type { OpenStore, StoreConnector } from '../../stores/store-connector.js';
import { StoreConnectorsService } from '../../stores/store-connectors.service.js';
import { ConsentMetrics } from './consent.metrics.js';
import { ConsentWritesRepository, type TakenWrite } from './consent-writes.repository.js';

const BATCH = 50;
const DAY_MS = 24 * 3_600_000;
/** Twenty attempts take about two weeks. */
const BACKOFF = { firstMs: 30_000, longestMs: DAY_MS, jitter: 0.2, runs: 20 };

/**
 * Writes to stores what their customers decided with us. A write is idempotent: where a worker died after a write, the
 * decision is written again. Our own record holds whatever becomes of the write.
 */
@Injectable()
export class ConsentWritesHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly writes: ConsentWritesRepository,
    private readonly metrics: ConsentMetrics,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('email.consent-writes', async () => {
      for (const retailerId of await this.writes.retailersWithDue()) {
        this.jobs.enqueue('email.write-consents', { retailerId });
      }
    });
  }

  @OnJob('email.write-consents')
  async run({ retailerId }: RetailerRef): Promise<void> {
    if (!this.runs.has(retailerId)) await this.runs.run(retailerId, () => this.writeAll(retailerId));
  }

  private async writeAll(retailerId: string): Promise<void> {
    await this.connectors.withStore(
      retailerId,
      async (connector, store) => {
        for (;;) {
          const taken = await this.writes.take(retailerId, BATCH);
          for (const write of taken) await this.write(connector, store, write);
          if (taken.length < BATCH) return;
        }
      },
      'brief',
    );
  }

  private async write(connector: StoreConnector, store: OpenStore, write: TakenWrite): Promise<void> {
    let outcome: Outcome | undefined;
    try {
      outcome = await connector.consents?.write(store, write);
    } catch (error) {
      return this.failed(connector, write, error);
    }
    this.metrics.counted(outcome ?? 'not_supported');
    if (outcome !== 'scope_missing') return this.writes.done(write);
    const dueAt = new Date(Date.now() + DAY_MS);
    await this.writes.putBack(write, { status: 'scope_missing', attempts: write.attempts, dueAt, problem: null });
  }

  private async failed(connector: StoreConnector, write: TakenWrite, error: unknown): Promise<void> {
    const attempts = write.attempts + 1;
    const pause = nextRunAfter(BACKOFF, attempts);
    const asked = (connector.retryAfterSeconds(error) ?? 0) * 1_000;
    const status = pause === undefined ? ('failed' as const) : ('waiting' as const);
    this.metrics.counted(pause === undefined ? 'failed' : 'retried');
    if (pause === undefined) {
      const { retailerId, externalId } = write;
      this.logger.error({ err: error, retailerId, externalId }, "a customer's decision was not written to the store");
    }
    const dueAt = new Date(Date.now() + Math.max(pause ?? 0, asked));
    await this.writes.putBack(write, { status, attempts, dueAt, problem: problemText(error) });
  }
}
