import { Injectable } from '@nestjs/common';
import type { CommerceRecord } from '../../src/commerce/model/records.js';
import type { StoreRecord } from '../../src/stores/installations.service.js';
import type {
  Progress,
  Reconciliation,
  StoreConnector,
  StorePage,
  StorePlace,
} from '../../src/stores/store-connector.js';
import { readEach } from '../../src/stores/unreadable.js';
import { CatchUpService } from '../../src/stores/watch/catch-up.service.js';
import { FilesStoreClient, type OpenFile } from './client/store.client.js';
import { mapOrder } from './mapping/order.mapper.js';

const ORDERS_IN_A_PAGE = 2;

/** The platform for the shared set-up, backfill and watch. Each store has its orders in a file. */
@Injectable()
export class FilesConnectorService implements StoreConnector<OpenFile> {
  readonly platform = 'platform-files';
  readonly isConfigured = true;
  readonly watchSeconds = 3_600;

  constructor(
    private readonly client: FilesStoreClient,
    private readonly catchUp: CatchUpService,
  ) {}

  withStore<T>(retailerId: string, work: (store: OpenFile) => Promise<T>): Promise<T | undefined> {
    return this.client.withStore(retailerId, work);
  }

  retryAfterSeconds(): undefined {
    return undefined;
  }

  /** The platform sends every order to our address without a subscription. */
  reconcileWebhooks(): Promise<Reconciliation> {
    return Promise.resolve({ state: { registered: ['order'], problems: [] }, restored: [], removed: [] });
  }

  readStore({ file: { name, currency } }: OpenFile): Promise<StoreRecord> {
    return Promise.resolve({ storeId: null, name, currency, timeZone: 'UTC', storefrontUrl: null, sender: {} });
  }

  /** A file has orders only. The cursor is the number of orders that were read. */
  readPage({ file, retailer }: OpenFile, { resource, cursor, since }: StorePlace): Promise<StorePage> {
    const all = resource === 'orders' ? file.orders : [];
    const changed = all.filter(({ placedAt }) => !since || new Date(placedAt) >= since);
    const end = Number(cursor ?? 0) + ORDERS_IN_A_PAGE;
    const items = changed.slice(end - ORDERS_IN_A_PAGE, end);
    const read = readEach(items, (order) => [mapOrder(order, retailer.currency ?? file.currency)]);
    return Promise.resolve({ ...read, items: items.length, next: end < changed.length ? String(end) : null });
  }

  watch(store: OpenFile): Promise<Progress> {
    return this.catchUp.run(this, store);
  }

  /** Everything that the platform knows of customers is in their orders. */
  readCustomer(): Promise<readonly CommerceRecord[]> {
    return Promise.resolve([]);
  }
}
