import { Injectable } from '@nestjs/common';
import { readBlockedDomains } from '#libs/platform-b-client';
import { OnJob, type RetailerRef } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { InstallationsService } from '../../retailers/installations.service.js';
import { PlatformBWebhookRegistrationService } from '../webhooks/webhook-registration.service.js';
import { PlatformBCatchUpService } from './catch-up.service.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';

/**
 * The platform switches hooks off after two days of failures or ninety days of silence, and never repeats what it was
 * once answered. So every store is looked at once a day; a refused token shows here, too, when no uninstall came.
 */
@Injectable()
export class PlatformBWatchHandler {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoreClient,
    private readonly hooks: PlatformBWebhookRegistrationService,
    private readonly installations: InstallationsService,
    private readonly changes: PlatformBCatchUpService,
  ) {}

  /** Safe to run twice, at once or late. */
  @OnJob('platform-b.watch-store')
  watch({ retailerId }: RetailerRef): Promise<void> {
    return this.stores.withStore(retailerId, (store) => this.watchStore(store));
  }

  private async watchStore(store: OpenStore): Promise<void> {
    const { retailer, rest } = store;
    const state = await this.hooks.reconcile(retailer.id, rest);
    const { hostname } = new URL(this.runtime.publicUrl);
    const isBlocked = (await readBlockedDomains(rest)).includes(hostname);
    const problems = isBlocked
      ? [...state.problems, `deliveries to ${hostname} are blocked for the moment`]
      : state.problems;
    await this.installations.saveWebhooks(retailer.id, { ...state, problems });
    await this.changes.look(store);
  }
}
