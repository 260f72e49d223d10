import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { PlatformBError } from '#libs/platform-b-client';
import type { BackfillResource } from '../jobs/payloads.js';
import type { CommerceCommand, CommerceRecord } from '../commerce/model/records.js';
import { Runtime } from '../config/runtime.js';
import type { StoreRecord } from '../stores/installations.service.js';
import type {
  Patience,
  Progress,
  Reconciliation,
  StoreConnector,
  StorePage,
  StorePlace,
} from '../stores/store-connector.js';
import type { StoreLook } from '../stores/store-look.js';
import { type OpenStore, type Patience as CallLimits, PlatformBStoreClient } from './client/store.client.js';
import { PlatformBConsentsService } from './consents/consents.service.js';
import { PlatformBDiscountsService } from './discounts/discounts.service.js';
import { readStoreLook } from './sync/store-look.js';
import { PlatformBRecordsService } from './sync/records.service.js';
import { PlatformBWebhookRegistrationService } from './webhooks/webhook-registration.service.js';

/** The wait before the next call of a store over its rate limit, where its answer names no time. */
const BUSY_SECONDS = 60;

/** Brief work is repeated by its own schedule, so its calls are not. */
const LIMITS: Readonly<Record<Patience, CallLimits | undefined>> = {
  usual: undefined,
  brief: { attempts: 1, maxThrottleWaitMs: 0 },
  background: { attempts: 4, maxThrottleWaitMs: 60_000, background: true },
};

/** Connects platform B to the shared set-up, backfill, watch, discounts and consents. */
@Injectable()
export class PlatformBConnectorService implements StoreConnector<OpenStore> {
  readonly platform = 'platform-b';
  /** The platform deactivates hooks after two days of failures, or after ninety days without an event. */
  readonly watchSeconds = 24 * 60 * 60;

  constructor(
    private readonly runtime: Runtime,
    private readonly client: PlatformBStoreClient,
    private readonly webhooks: PlatformBWebhookRegistrationService,
    private readonly records: PlatformBRecordsService,
    readonly discounts: PlatformBDiscountsService,
    readonly consents: PlatformBConsentsService,
  ) {}

  get isConfigured(): boolean {
    return this.runtime.config.platformB !== undefined;
  }

  /** The hosts of any store are in FRAME_ANCESTORS, because the pages of the install need them too. */
  frameAncestors(storeHash: string | null): readonly string[] {
    if (storeHash === null) return [];
    return [new URL(this.runtime.platformB().controlPanelUrl.replace('{hash}', storeHash)).origin];
  }

  /**
   * A watch has the same time limits as a backfill, because a catch-up that breaks off starts again from its beginning.
   */
  withStore<T>(
    retailerId: string,
    work: (store: OpenStore) => Promise<T>,
    patience: Patience = 'usual',
  ): Promise<T | undefined> {
    return this.client.withStore(retailerId, work, LIMITS[patience]);
  }

  retryAfterSeconds(error: unknown): number | undefined {
    if (!(error instanceof PlatformBError) || error.kind !== 'throttled') return undefined;
    return error.retryAfterSeconds || BUSY_SECONDS;
  }

  reconcileWebhooks({ retailer, rest }: OpenStore): Promise<Reconciliation> {
    return this.webhooks.reconcile(retailer.id, rest);
  }

  readStore(store: OpenStore): Promise<StoreRecord> {
    return this.records.readStore(store);
  }

  readLook(store: OpenStore): Promise<StoreLook> {
    return readStoreLook(store, this.runtime.platformB().apiBaseUrl);
  }

  readPage(store: OpenStore, place: StorePlace): Promise<StorePage> {
    return this.records.readPage(store, place);
  }

  countRecords(store: OpenStore, resource: BackfillResource): Promise<number | undefined> {
    return this.records.countRecords(store, resource);
  }

  async watch(store: OpenStore): Promise<Progress> {
    await this.records.readChanges(store);
    return 'done';
  }

  readCustomer(store: OpenStore, externalId: string): Promise<readonly CommerceRecord[]> {
    return this.records.readCustomer(store, externalId);
  }

  afterWrite(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void> {
    return this.records.afterWrite(tx, retailerId, commands);
  }
}
