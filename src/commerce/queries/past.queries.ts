import { Injectable } from '@nestjs/common';
import { columnsOf, type Sql } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { Customer } from '../model/customer.entity.js';
import type { Order } from '../model/order.entity.js';
import { CUSTOMERS } from '../storage/customers.sql.js';
import { PAST_ORDERS, WINDOWS_WITH_ORDER } from '../storage/orders.sql.js';

/** A counted order as it is known today. */
export interface PastOrder extends Readonly<Pick<Order, 'net' | 'otherCurrency' | 'billingCountry' | 'productIds'>> {
  /** Milliseconds since the epoch. */
  readonly orderedAt: number;
}

/** What a customer is today, and the counted orders by time. */
export interface PastCustomer extends Readonly<Pick<Customer, 'id' | 'email' | 'country' | 'marketing'>> {
  readonly orders: readonly PastOrder[];
}

/** A window of one customer. Orders from `opensAt` on, and before `closesAt`, are in it. */
export interface OrderWindow {
  readonly customerId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** The past of many customers, on the caller's connection. */
@Injectable()
export class PastQueries {
  /** The customers with ids above `after` and not above `upTo`. Orders have products only if one is in the list. */
  async customers(
    sql: Sql,
    retailerId: string,
    { after, upTo }: { readonly after: string; readonly upTo: string },
    productIds: readonly string[],
  ): Promise<PastCustomer[]> {
    const people = await sql.query<Omit<PastCustomer, 'orders'>>(
      `SELECT ${columnsOf(Customer, 'c', ['id', 'email', 'country', 'marketing'])} FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id > $2 AND c.id <= $3`,
      [retailerId, after, upTo],
    );
    const rows = await sql.query<PastOrder & { customerId: string }>(PAST_ORDERS, [
      retailerId,
      after,
      upTo,
      productIds,
    ]);
    const orders = groupBy(rows, ({ customerId }) => customerId);
    return people.map((customer) => ({ ...customer, orders: orders.get(customer.id) ?? [] }));
  }

  async count(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ customers: number }>(
      `SELECT count(*)::int AS customers FROM ${CUSTOMERS} WHERE c.retailer_id = $1`,
      [retailerId],
    );
    return row?.customers ?? 0;
  }

  /** The indexes of the windows that have a counted order. */
  async ordersIn(sql: Sql, retailerId: string, windows: readonly OrderWindow[]): Promise<Set<number>> {
    const rows = await sql.query<{ place: number }>(WINDOWS_WITH_ORDER, [
      retailerId,
      windows.map(({ customerId }) => customerId),
      windows.map(({ opensAt }) => opensAt),
      windows.map(({ closesAt }) => closesAt),
    ]);
    return new Set(rows.map(({ place }) => place - 1));
  }
}
