import { Injectable } from '@nestjs/common';
import {
  type Page,
  readCustomer,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readStore,
  type WireOrder,
} from '#libs/platform-b-client';
import type { CommerceRecord } from '../../commerce/model/records.js';
import { Runtime } from '../../config/runtime.js';
import type { StoreRecord } from '../../stores/installations.service.js';
import type { Reading, StorePage, StorePlace } from '../../stores/store-connector.js';
import { readEach } from '../../stores/unreadable.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { mapOrder, type WholeOrder } from '../mapping/order.mapper.js';
import { mapCustomer, mapProduct } from '../mapping/record.mapper.js';
import { mapStoreRecord } from '../mapping/store-record.mapper.js';
import { textOf } from '../mapping/wire-values.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { completeOrder } from './whole-order.js';

/** The page is small, because each order costs one or two more calls, and a crash repeats the calls of the page. */
const ORDERS_IN_A_PAGE = 50;

/** Reads and maps the records of a store. */
@Injectable()
export class PlatformBStoreReaderService {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoresRepository,
    private readonly buyers: PlatformBBuyersService,
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
    return mapped(await readCustomersPage(store.rest, from), (wire) => ({
      kind: 'customer',
      customer: mapCustomer(wire),
    }));
  }

  private async readOrders({ rest, retailer }: OpenStore, from: { after: string | null }): Promise<StorePage> {
    const { items, next } = await readOrdersPage(rest, { ...from, pageSize: ORDERS_IN_A_PAGE });
    const wholes: { id: WireOrder['id']; whole: WholeOrder }[] = [];
    for (const wire of items) wholes.push({ id: wire.id, whole: await completeOrder(rest, wire) });
    const read = readEach(wholes, ({ whole }): Reading[] => {
      const order = mapOrder(whole, retailer.currency);
      return [(tx) => this.buyers.orderOf(tx, retailer.id, order)];
    });
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
