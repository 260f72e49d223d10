import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { InstallationsService } from '../installations.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { DriftMetrics } from './drift.metrics.js';
import { WatchScheduleService } from './watch-schedule.service.js';

/** Watches one installed store: what the platform has dropped is put back, and what it did not tell is read. */
@Injectable()
export class WatchHandler {
  constructor(
    private readonly schedule: WatchScheduleService,
    private readonly connectors: StoreConnectorsService,
    private readonly installations: InstallationsService,
    private readonly metrics: DriftMetrics,
  ) {}

  /** Does nothing where the store is not due: another worker was faster, or the job comes late. */
  @OnJob('stores.watch')
  async watch({ retailerId }: RetailerRef): Promise<void> {
    const connector = await this.connectors.of(retailerId);
    if (!connector || !(await this.schedule.claim(retailerId))) return;
    try {
      const progress = await connector.withStore(retailerId, (store) => this.look(connector, store), 'brief');
      if (progress === undefined) this.metrics.looked('refused');
      if (progress === 'done') this.metrics.looked('done');
      await this.schedule.finished(connector, retailerId, progress ?? 'done');
    } catch (error) {
      this.metrics.looked('failed');
      await this.schedule.failed(connector, retailerId, connector.retryAfterSeconds(error));
      throw error;
    }
  }

  /** The webhooks first: what changes while the rest is read is then delivered. */
  private async look(connector: StoreConnector, store: OpenStore): Promise<Progress> {
    const { id } = store.retailer;
    const { state, restored, removed } = await connector.reconcileWebhooks(store);
    await this.installations.saveWebhooks(id, state);
    await this.installations.addDrift(id, { restoredTopics: restored.length });
    this.metrics.subscriptionsRepaired(restored.length, removed.length);
    return connector.watch(store);
  }
}
