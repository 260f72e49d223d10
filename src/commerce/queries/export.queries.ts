import { Injectable } from '@nestjs/common';
import { columnsOf, type Snapshot } from '#libs/database';
import { Customer } from '../model/customer.entity.js';
import { Order } from '../model/order.entity.js';

const OF_CUSTOMER = [
  'id',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'country',
  'language',
  'marketing',
  'ordersCount',
  'otherCurrencyOrders',
  'totalSpent',
  'firstOrderAt',
  'lastOrderAt',
] as const;
const OF_ORDER = [
  'externalId',
  'customerId',
  'total',
  'refunded',
  'net',
  'currency',
  'counted',
  'reason',
  'productIds',
  'discountCodes',
  'orderedAt',
  'platformUpdatedAt',
] as const;

export type ExportedCustomer = Readonly<Pick<Customer, (typeof OF_CUSTOMER)[number]>>;
/** Both ids of the customer are null for a guest, and after an erasure. */
export type ExportedOrder = Readonly<Pick<Order, (typeof OF_ORDER)[number]>> & {
  readonly customerExternalId: string | null;
};

/** All customers and orders of a retailer, in slices, in the order of their keys. */
@Injectable()
export class ExportQueries {
  customers(state: Snapshot, retailerId: string, rowsAtOnce: number): AsyncIterable<readonly ExportedCustomer[]> {
    return state.slices<ExportedCustomer>(
      `SELECT ${columnsOf(Customer, 'c', OF_CUSTOMER)} FROM customers c WHERE retailer_id = $1 ORDER BY id`,
      [retailerId],
      rowsAtOnce,
    );
  }

  orders(state: Snapshot, retailerId: string, rowsAtOnce: number): AsyncIterable<readonly ExportedOrder[]> {
    return state.slices<ExportedOrder>(
      `SELECT ${columnsOf(Order, 'o', OF_ORDER)}, c.external_id AS "customerExternalId"
         FROM orders o LEFT JOIN customers c ON c.retailer_id = o.retailer_id AND c.id = o.customer_id
        WHERE o.retailer_id = $1 ORDER BY o.external_id`,
      [retailerId],
      rowsAtOnce,
    );
  }
}
