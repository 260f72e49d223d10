import { Injectable } from '@nestjs/common';
import type { WireOrder } from '#libs/platform-b-client';
import type { Reading } from '../../stores/store-connector.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { mapOrder, type WholeOrder } from '../mapping/order.mapper.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { completeOrders, readWholeOrder } from './whole-order.js';

/** Reads orders with their lines, refunds and coupons, and finds their customers. */
@Injectable()
export class PlatformBOrderReaderService {
  constructor(
    private readonly stores: PlatformBStoresRepository,
    private readonly buyers: PlatformBBuyersService,
  ) {}

  /** The order as it is now, or that it is gone. */
  async read(store: OpenStore, orderId: string): Promise<Reading> {
    const { rest, retailer } = store;
    const whole = await readWholeOrder(rest, orderId, { shipsFree: await this.stores.shipsFree(retailer.id) });
    return whole ? this.readingOf(store, whole) : { kind: 'order-gone', externalId: orderId };
  }

  /** The orders of a page that was read with its lines. */
  async complete({ rest, retailer }: OpenStore, orders: readonly WireOrder[]): Promise<WholeOrder[]> {
    return completeOrders(rest, orders, { shipsFree: await this.stores.shipsFree(retailer.id) });
  }

  /** @throws {Unreadable} for an order that cannot be used */
  readingOf({ retailer }: OpenStore, whole: WholeOrder): Reading {
    const mapped = mapOrder(whole, retailer.currency);
    return (tx) => this.buyers.orderOf(tx, retailer.id, mapped);
  }
}
