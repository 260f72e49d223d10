import { Injectable } from '@nestjs/common';
import { BACKFILL_RESOURCES, JobProducer, OnJob, type RetailerRef } from '#libs/queue';
import { InstallationsService } from '../../retailers/installations.service.js';
import { type OpenStore, PlatformAStoreClient } from '../client/store.client.js';
import { readStoreRecord } from '../client/store-record.js';
import { PlatformAWebhookRegistrationService } from '../webhooks/webhook-registration.service.js';

/** What is due after an install. */
@Injectable()
export class PlatformASetUpHandler {
  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly webhooks: PlatformAWebhookRegistrationService,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
  ) {}

  /** Safe to run twice, at once or late. */
  @OnJob('platform-a.set-up-store')
  setUp({ retailerId }: RetailerRef): Promise<void> {
    return this.stores.withStore(retailerId, (store) => this.setUpStore(store));
  }

  private async setUpStore(store: OpenStore): Promise<void> {
    const { retailer, graphql } = store;
    const { id } = retailer;
    // Before anything is read: what changes while the backfill runs is then delivered.
    const { state } = await this.webhooks.reconcile(graphql);
    await this.installations.saveWebhooks(id, state);
    await this.installations.saveStoreRecord(id, await readStoreRecord(store));
    for (const resource of BACKFILL_RESOURCES) this.jobs.ring('platform-a.backfill', { retailerId: id, resource });
    await this.installations.markSetUp(retailer);
  }
}
