import { Injectable } from '@nestjs/common';
import { countRecords, PlatformAError, readCustomer, readShop } from '#libs/platform-a-client';
import type { BackfillResource } from '../jobs/payloads.js';
import type { CommerceRecord } from '../commerce/model/records.js';
import { Runtime } from '../config/runtime.js';
import type { Retailer } from '../retailers/retailer.entity.js';
import { InstallationsService, type StoreRecord } from '../stores/installations.service.js';
import type {
  PastPage,
  PastPlace,
  Patience,
  Progress,
  Reconciliation,
  StoreConnector,
  StorePage,
  StorePlace,
} from '../stores/store-connector.js';
import type { StoreLook } from '../stores/store-look.js';
import { CatchUpService } from '../stores/watch/catch-up.service.js';
import { frameAncestors } from './client/frame-ancestors.js';
import { grantUrlOf } from './client/feature-scopes.js';
import { type OpenStore, type Patience as CallLimits, PlatformAStoreClient } from './client/store.client.js';
import { mapAdminCustomer } from './mapping/admin.mapper.js';
import { PlatformAPortsService } from './ports.service.js';
import { mapStoreRecord } from './mapping/store-record.mapper.js';
import { PlatformAWebhookRegistrationService } from './webhooks/webhook-registration.service.js';
import { readStoreLook } from './sync/store-look.js';
import { readStorePage } from './sync/store-page.js';

const LIMITS: Readonly<Record<Patience, CallLimits>> = {
  usual: {},
  brief: { timeoutMs: 10_000, maxThrottleWaitMs: 10_000 },
  background: { background: true },
};

/** Connects platform A to the shared set-up, backfill and watch. */
@Injectable()
export class PlatformAConnectorService implements StoreConnector<OpenStore> {
  readonly platform = 'platform-a';

  constructor(
    private readonly runtime: Runtime,
    private readonly client: PlatformAStoreClient,
    private readonly webhooks: PlatformAWebhookRegistrationService,
    private readonly installations: InstallationsService,
    private readonly catchUp: CatchUpService,
    private readonly ports: PlatformAPortsService,
  ) {}

  grantUrl({ externalId }: Retailer): string {
    return grantUrlOf(this.runtime.publicUrl, externalId);
  }

  get discounts(): PlatformAPortsService['discounts'] {
    return this.ports.discounts;
  }

  get consents(): PlatformAPortsService['consents'] {
    return this.ports.consents;
  }

  get isConfigured(): boolean {
    return this.runtime.config.platformA !== undefined;
  }

  get watchSeconds(): number {
    return this.runtime.config.watchSeconds;
  }

  frameAncestors(shop: string | null): readonly string[] {
    return frameAncestors(this.runtime.platformA(), shop);
  }

  withStore<T>(
    retailerId: string,
    work: (store: OpenStore) => Promise<T>,
    patience: Patience = 'usual',
  ): Promise<T | undefined> {
    return this.client.withStore(retailerId, work, LIMITS[patience]);
  }

  retryAfterSeconds(error: unknown): number | undefined {
    return error instanceof PlatformAError ? error.retryAfterSeconds : undefined;
  }

  reconcileWebhooks(store: OpenStore): Promise<Reconciliation> {
    return this.webhooks.reconcile(store);
  }

  async readStore({ graphql, baseUrl }: OpenStore): Promise<StoreRecord> {
    return mapStoreRecord(await readShop(graphql), baseUrl);
  }

  readLook(store: OpenStore): Promise<StoreLook> {
    return readStoreLook(store);
  }

  readPage({ graphql }: OpenStore, place: StorePlace): Promise<StorePage> {
    return readStorePage(graphql, place);
  }

  countRecords({ graphql }: OpenStore, resource: BackfillResource): Promise<number | undefined> {
    return countRecords(graphql, resource);
  }

  readPast(store: OpenStore, place: PastPlace): AsyncIterable<PastPage> {
    return this.ports.past.read(store, place);
  }

  async watch(store: OpenStore): Promise<Progress> {
    // The links of emails follow the store to another domain.
    await this.installations.saveStoreRecord(store.retailer.id, await this.readStore(store));
    return this.catchUp.run(this, store);
  }

  async readCustomer({ graphql }: OpenStore, externalId: string): Promise<readonly CommerceRecord[]> {
    const admin = await readCustomer(graphql, externalId).catch(nobodyToRead);
    return admin ? mapAdminCustomer(admin) : [];
  }
}

/** Without the scope no customer can be read. A later grant by the merchant starts a read of all customers. */
function nobodyToRead(error: unknown): null {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return null;
  throw error;
}
