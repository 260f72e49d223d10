import { Injectable } from '@nestjs/common';
import { type PlatformBRest, readStore } from '#libs/platform-b-client';
import { BACKFILL_RESOURCES, JobProducer, OnJob, type RetailerRef } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { InstallationsService } from '../../retailers/installations.service.js';
import { PlatformBWebhookRegistrationService } from '../webhooks/webhook-registration.service.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';
import { mapStoreRecord } from '../mapping/store-record.mapper.js';
import { PlatformBStoresRepository } from './stores.repository.js';
import { textOf } from '../mapping/wire-values.js';

/** What is due after an install. */
@Injectable()
export class PlatformBSetUpHandler {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoreClient,
    private readonly hooks: PlatformBWebhookRegistrationService,
    private readonly repository: PlatformBStoresRepository,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
  ) {}

  /** Safe to run twice, at once or late. */
  @OnJob('platform-b.set-up-store')
  setUp({ retailerId }: RetailerRef): Promise<void> {
    return this.stores.withStore(retailerId, (store) => this.setUpStore(store));
  }

  private async setUpStore({ retailer, rest }: OpenStore): Promise<void> {
    const { id } = retailer;
    // Before anything is read: what changes while the backfill runs is then delivered.
    await this.installations.saveWebhooks(id, await this.hooks.reconcile(id, rest));
    await this.saveRecord(id, retailer.externalId, rest);
    for (const resource of BACKFILL_RESOURCES) this.jobs.ring('platform-b.backfill', { retailerId: id, resource });
    await this.installations.markSetUp(retailer);
  }

  private async saveRecord(id: string, storeHash: string, rest: PlatformBRest): Promise<void> {
    const store = await readStore(rest, storeHash);
    await this.installations.saveStoreRecord(id, mapStoreRecord(store, this.runtime.platformB().apiBaseUrl));
    await this.repository.saveOrigin(id, originOf(store.secure_url));
  }
}

function originOf(url: unknown): string | null {
  const text = textOf(url);
  return text !== null && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : null;
}
