import { Injectable } from '@nestjs/common';
import { type PlatformBRest, readStore } from '#libs/platform-b-client';
import { BACKFILL_RESOURCES, JobProducer, OnJob, type RetailerRef } from '#libs/queue';
import { Unreadable } from '../backfills/unreadable.js';
import { InstallationsService } from '../retailers/installations.service.js';
import { HookRegistration } from './hook-registration.js';
import { type OpenStore, StoreClient } from './store-client.js';
import { StoresRepository } from './stores.repository.js';
import { textOf } from './wire-values.js';

/** What is due after an install. */
@Injectable()
export class SetUpHandler {
  constructor(
    private readonly stores: StoreClient,
    private readonly hooks: HookRegistration,
    private readonly repository: StoresRepository,
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
    const { name, currency: given, timezone, secure_url: secureUrl } = await readStore(rest, storeHash);
    const currency = textOf(given);
    if (!currency) throw new Unreadable('store', 'has no currency');
    await this.installations.saveStoreRecord(id, {
      storeId: null,
      name: textOf(name) ?? storeHash,
      currency,
      timeZone: textOf(timezone?.name) ?? 'UTC',
    });
    await this.repository.saveOrigin(id, originOf(secureUrl));
  }
}

function originOf(url: unknown): string | null {
  const text = textOf(url);
  return text !== null && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : null;
}
