import { Injectable } from '@nestjs/common';
import {
  type Page,
  readCustomer,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readStore,
} from '#libs/platform-b-client';
import { HISTORY } from '../../commerce/model/causes.js';
import type { CommerceRecord } from '../../commerce/model/records.js';
import { Runtime } from '../../config/runtime.js';
import type { StoreRecord } from '../../stores/installations.service.js';
import type { StorePage, StorePlace } from '../../stores/store-connector.js';
import { readEach } from '../../stores/unreadable.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { PlatformBSubscriberListService } from '../consents/subscriber-list.service.js';
import { mapCustomer, mapProduct } from '../mapping/record.mapper.js';
import { mapStoreRecord } from '../mapping/store-record.mapper.js';
import { textOf } from '../mapping/wire-values.js';
import { PlatformBOrderReaderService } from './order-reader.service.js';

/** The page is small, because each order costs one or two more calls, and a crash repeats the calls of the page. */
const ORDERS_IN_A_PAGE = 50;
/** Before the number of a page of the newsletter list, in cursors of the customers. */
const LIST = 'subscribers|';

/** Reads and maps the records of a store. */
@Injectable()
export class PlatformBStoreReaderService {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoresRepository,
    private readonly orders: PlatformBOrderReaderService,
    private readonly subscribers: PlatformBSubscriberListService,
  ) {}

  /** Reads the store's own record. Saves the origin of its pages, which only the sign-on of platform B needs. */
  async readStore({ rest, retailer }: OpenStore): Promise<StoreRecord> {
    const store = await readStore(rest, retailer.externalId);
    await this.stores.saveOrigin(retailer.id, originOf(store.secure_url));
    return mapStoreRecord(store, this.runtime.platformB().apiBaseUrl);
  }

  async readCustomer({ rest }: OpenStore, externalId: string): Promise<readonly CommerceRecord[]> {
    const wire = await readCustomer(rest, externalId);
    return wire ? [{ kind: 'customer', customer: mapCustomer(wire) }] : [];
  }

  async readPage(store: OpenStore, { resource, cursor, since }: StorePlace): Promise<StorePage> {
    const from = { after: cursor, ...(since ? { updatedSince: since } : {}) };
    if (resource === 'orders') return this.readOrders(store, from);
    if (resource === 'products') return mapped(await readProductsPage(store.rest, from), mapProduct);
    return this.readCustomers(store, { cursor, ...(since ? { since } : {}) });
  }

  /** The newsletter list comes after the customers, so that its consents find them. */
  private async readCustomers(store: OpenStore, { cursor, since }: Omit<StorePlace, 'resource'>): Promise<StorePage> {
    const listPage = cursor?.startsWith(LIST) === true ? Number(cursor.slice(LIST.length)) : undefined;
    const from = since ? { updatedSince: since } : {};
    if (listPage === undefined) {
      const page = await readCustomersPage(store.rest, { after: cursor, ...from });
      const customers = mapped(page, (wire) => ({ kind: 'customer', customer: mapCustomer(wire) }));
      return { ...customers, next: customers.next ?? `${LIST}1` };
    }
    const place = { page: listPage, ...(since ? { since } : {}) };
    const { unreadable, isLast, save } = await this.subscribers.readPage(store, place, HISTORY);
    const next = isLast ? null : `${LIST}${listPage + 1}`;
    return { records: [], unreadable, items: 0, next, afterwards: save };
  }

  private async readOrders(store: OpenStore, from: { after: string | null }): Promise<StorePage> {
    const { items, next } = await readOrdersPage(store.rest, { ...from, pageSize: ORDERS_IN_A_PAGE });
    const wholes = await this.orders.complete(store, items);
    const named = wholes.map((whole) => ({ id: whole.order.id, whole }));
    const read = readEach(named, ({ whole }) => [this.orders.readingOf(store, whole)]);
    return { ...read, items: items.length, next };
  }
}

function originOf(url: unknown): string | null {
  const text = textOf(url);
  return text !== null && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : null;
}

const mapped = <T extends { readonly id: unknown }>(
  { items, next }: Page<T>,
  map: (item: T) => CommerceRecord,
): StorePage => ({ ...readEach(items, (item) => [map(item)]), items: items.length, next });
