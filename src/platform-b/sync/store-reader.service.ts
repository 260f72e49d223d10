import { Injectable } from '@nestjs/common';
import {
  countRecords,
  type Page,
  PlatformBError,
  readCustomer,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readStore,
} from '#libs/platform-b-client';
import { HISTORY } from '../../commerce/model/causes.js';
import type { BackfillResource } from '../../jobs/payloads.js';
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

/** The sizes of a page of orders. A page that is too large or too slow for the platform is read in smaller ones. */
const ORDERS_IN_A_PAGE = [250, 100, 25] as const;
const CAN_DO_WITHOUT: ReadonlySet<PlatformBError['kind']> = new Set(['bad_answer', 'not_found', 'unavailable']);
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

  /** Undefined where the platform does not say it. An estimate is not worth a failure. */
  async countRecords({ rest }: OpenStore, resource: BackfillResource): Promise<number | undefined> {
    try {
      return await countRecords(rest, resource);
    } catch (error) {
      if (error instanceof PlatformBError && CAN_DO_WITHOUT.has(error.kind)) return undefined;
      throw error;
    }
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

  /** The cursor names the size of the pages, because a page number means nothing without it. */
  private async readOrders(store: OpenStore, { after, ...from }: OrdersFrom): Promise<StorePage> {
    const place = orderPlace(after);
    const request = { ...from, after: place.after, pageSize: place.size, withLines: true };
    const page = await readOrdersPage(store.rest, request).catch((error: unknown) => tooMuch(error, place));
    if (!page) return { records: [], unreadable: [], items: 0, next: smallerPages(place) };
    const { items } = page;
    const next = page.next === null ? null : `${place.size}@${page.next}`;
    const wholes = await this.orders.complete(store, items);
    const named = wholes.map((whole) => ({ id: whole.order.id, whole }));
    const read = readEach(named, ({ whole }) => [this.orders.readingOf(store, whole)]);
    return { ...read, items: items.length, next };
  }
}

interface OrdersFrom {
  readonly after: string | null;
  readonly updatedSince?: Date;
}

interface OrderPlace {
  readonly size: number;
  readonly after: string | null;
}

function orderPlace(cursor: string | null): OrderPlace {
  const [, size, after] = /^(\d+)@(.*)$/.exec(cursor ?? '') ?? [];
  if (size === undefined) return { size: ORDERS_IN_A_PAGE[0], after: cursor };
  return { size: Number(size), after: after === '' ? null : (after ?? null) };
}

/** Begins again with the first page of the same time: page numbers of larger pages would skip orders. */
function smallerPages({ size, after }: OrderPlace): string {
  const smaller = ORDERS_IN_A_PAGE.find((one) => one < size) ?? size;
  return `${smaller}@${after === null ? '' : after.replace(/\|\d+$/, '|1')}`;
}

/** Undefined where smaller pages may help. */
function tooMuch(error: unknown, { size }: OrderPlace): undefined {
  const isSmallest = size === ORDERS_IN_A_PAGE.at(-1);
  if (isSmallest || !(error instanceof PlatformBError)) throw error;
  if (error.code !== 'timeout' && error.code !== 'too_large' && error.status !== 504) throw error;
  return undefined;
}

function originOf(url: unknown): string | null {
  const text = textOf(url);
  return text !== null && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : null;
}

const mapped = <T extends { readonly id: unknown }>(
  { items, next }: Page<T>,
  map: (item: T) => CommerceRecord,
): StorePage => ({ ...readEach(items, (item) => [map(item)]), items: items.length, next });
