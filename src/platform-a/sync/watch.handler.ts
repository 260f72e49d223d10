import { Injectable } from '@nestjs/common';
import { OnJob, type RetailerRef } from '#libs/queue';
import { PlatformAError } from '#libs/platform-a-client';
import { InstallationsService } from '../../retailers/installations.service.js';
import { type OpenStore, type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { readStoreRecord } from '../client/store-record.js';
import { PlatformAWebhookRegistrationService } from '../webhooks/webhook-registration.service.js';
import { PlatformACatchUpService, type Progress } from './catch-up.service.js';
import { PlatformADriftMetrics } from './drift.metrics.js';
import { PlatformAWatchSweep } from './watch.sweep.js';

/** A store that is away or over its limit gives its place to the others soon, and is asked again later. */
const PATIENCE: Patience = { timeoutMs: 10_000, maxThrottleWaitMs: 10_000 };

/** Looks after one installed store: what the platform has dropped is put back, and what it did not tell is read. */
@Injectable()
export class PlatformAWatchHandler {
  constructor(
    private readonly schedule: PlatformAWatchSweep,
    private readonly stores: PlatformAStoreClient,
    private readonly webhooks: PlatformAWebhookRegistrationService,
    private readonly installations: InstallationsService,
    private readonly catchUp: PlatformACatchUpService,
    private readonly metrics: PlatformADriftMetrics,
  ) {}

  /** Does nothing where the store is not due: another worker was faster, or the job comes late. */
  @OnJob('platform-a.watch-store')
  async watch({ retailerId }: RetailerRef): Promise<void> {
    if (!(await this.schedule.claim(retailerId))) return;
    try {
      const progress = await this.stores.withStore(retailerId, (store) => this.look(store), PATIENCE);
      if (progress === undefined) this.metrics.looked('refused');
      if (progress === 'done') this.metrics.looked('done');
      await this.schedule.finished(retailerId, progress ?? 'done');
    } catch (error) {
      this.metrics.looked('failed');
      await this.schedule.failed(retailerId, error instanceof PlatformAError ? error.retryAfterSeconds : undefined);
      throw error;
    }
  }

  /** The subscriptions first: what changes while the rest is read is then delivered. */
  private async look(store: OpenStore): Promise<Progress> {
    const { id, storeId } = store.retailer;
    // Of installs from before its number was kept.
    if (storeId === null) await this.installations.saveStoreRecord(id, await readStoreRecord(store));
    const { state, restored, removed } = await this.webhooks.reconcile(store.graphql);
    await this.installations.saveWebhooks(id, state);
    await this.installations.addDrift(id, { restoredTopics: restored.length });
    this.metrics.subscriptionsRepaired(restored.length, removed.length);
    return this.catchUp.run(store);
  }
}
