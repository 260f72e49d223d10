import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { InstallationsService } from '../installations.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { DriftMetrics } from './drift.metrics.js';
import { WatchScheduleService } from './watch-schedule.service.js';

/**
 * Watches one installed store: restores webhooks that the platform has dropped, and reads changes without a delivery.
 */
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
    const leased = connector && (await this.schedule.lease(retailerId));
    if (!leased) return;
    try {
      const progress = await connector.withStore(retailerId, (store) => this.watchStore(connector, store), 'brief');
      if (progress !== 'more') this.metrics.watched(progress ?? 'refused');
      await this.schedule.finished(connector, leased, progress ?? 'done');
    } catch (error) {
      this.metrics.watched('failed');
      await this.schedule.failed(connector, leased, connector.retryAfterSeconds(error));
      throw error;
    }
  }

  /** The webhooks come first, so that changes during the rest of the watch are delivered. */
  private async watchStore(connector: StoreConnector, store: OpenStore): Promise<Progress> {
    const { id } = store.retailer;
    const { state, restored, removed } = await connector.reconcileWebhooks(store);
    await this.installations.saveWebhooks(id, state);
    await this.installations.addDrift(id, { restoredTopics: restored.length });
    this.metrics.subscriptionsRepaired(restored.length, removed.length);
    return connector.watch(store);
  }
}
