import { Injectable } from '@nestjs/common';
import { JobProducer, OnJob } from '#libs/queue';
import { BACKFILL_RESOURCES, type RetailerRef } from '../jobs/payloads.js';
import { InstallationsService } from './installations.service.js';
import type { OpenStore, StoreConnector } from './store-connector.js';
import { StoreConnectorsService } from './store-connectors.service.js';

/**
 * Sets a store up after its install: registers the webhooks, reads the store's record, enqueues the backfills, and
 * marks the store as set up. The look of its brands follows.
 */
@Injectable()
export class SetUpHandler {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
  ) {}

  /** The job is idempotent, also when it runs late or twice at the same time. */
  @OnJob('stores.set-up')
  async setUp({ retailerId }: RetailerRef): Promise<void> {
    await this.connectors.withStore(retailerId, (connector, store) => this.setUpStore(connector, store));
  }

  private async setUpStore(connector: StoreConnector, store: OpenStore): Promise<void> {
    const { id } = store.retailer;
    // Before anything is read, so that changes during the backfill are delivered.
    const { state } = await connector.reconcileWebhooks(store);
    await this.installations.saveWebhooks(id, state);
    await this.installations.saveStoreRecord(id, await connector.readStore(store));
    for (const resource of BACKFILL_RESOURCES) this.jobs.enqueue('stores.backfill', { retailerId: id, resource });
    await this.installations.markSetUp(store.retailer);
    this.jobs.enqueue('stores.import-kit', { retailerId: id });
  }
}
