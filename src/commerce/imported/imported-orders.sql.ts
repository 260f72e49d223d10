import { type SqlValue, written } from '#libs/database';
import { formatDecimal } from '#libs/kernel';
import type { Counted } from '../model/count-order.js';
import type { ImportedOrder, ImportName } from './records.js';

/** An order of the file with the decision about it, and its customer. */
export interface CountedImport {
  readonly order: ImportedOrder;
  readonly decision: Counted;
  readonly customerId: string | null;
}

/** What holds for all orders of an import. */
export interface OrderTerms extends ImportName {
  /** Of the store; null while it is unknown. */
  readonly currency: string | null;
  /** Now: an order that is dated ahead counts as placed when it came in. */
  readonly at: Date;
}

/** A unit separator: it is in no product id, because ids have no control characters. */
const SEPARATOR = '\u001f';

/** For a FROM: orders as `g`, by the parameters of `valuesOf`. */
export const GIVEN = `(
  SELECT u.external_id, u.customer_id, coalesce(u.currency, $4, 'XXX') AS currency,
         coalesce(u.currency <> $4, false) AS other_currency, u.total, u.refunded, u.net, u.counted, u.reason,
         u.financial_status, u.test, string_to_array(u.products, chr(31)) AS product_ids,
         u.ordered_at
    FROM unnest($5::text[], $6::uuid[], $7::text[], $8::numeric[], $9::numeric[], $10::numeric[], $11::boolean[],
                $12::text[], $13::text[], $14::boolean[], $15::text[], $16::timestamptz[])
      AS u (external_id, customer_id, currency, total, refunded, net, counted, reason, financial_status, test, products,
            ordered_at)) g`;

/** A repetition does not move an order that is dated ahead. */
export const ORDERED_AT = 'least(g.ordered_at, o.came_in_at)';

export const INSERT_ORDERS = `
  INSERT INTO orders (retailer_id, external_id, customer_id, currency, other_currency, total, refunded, net, counted,
                      reason, financial_status, test, product_ids, ordered_at, came_in_at, platform_updated_at,
                      import_id)
  SELECT $1, g.external_id, g.customer_id, g.currency, g.other_currency, g.total, g.refunded, g.net, g.counted,
         g.reason, g.financial_status, g.test, g.product_ids, least(g.ordered_at, $3), $3, $3, $2
    FROM ${GIVEN}
  ON CONFLICT DO NOTHING RETURNING external_id AS id`;

/** Orders as the parameters of the statement that inserts them. */
export interface OrdersToInsert {
  readonly values: readonly SqlValue[];
}

export const ordersToInsert = (terms: OrderTerms, orders: readonly CountedImport[]): OrdersToInsert => ({
  values: written(INSERT_ORDERS, valuesOf(terms, orders)),
});

export const valuesOf = (
  { retailerId, importId, at, currency }: OrderTerms,
  rows: readonly CountedImport[],
): SqlValue[] => [
  retailerId,
  importId,
  at,
  currency,
  rows.map(({ order }) => order.externalId),
  rows.map(({ customerId }) => customerId),
  rows.map(({ order }) => order.currency),
  rows.map(({ order }) => formatDecimal(order.total)),
  rows.map(({ order }) => formatDecimal(order.refunded)),
  rows.map(({ decision }) => formatDecimal(decision.net)),
  rows.map(({ decision }) => decision.counted),
  rows.map(({ decision }) => decision.reason),
  rows.map(({ order }) => order.financialStatus),
  rows.map(({ order }) => order.test),
  rows.map(({ order }) => order.productIds.join(SEPARATOR)),
  rows.map(({ order }) => order.orderedAt),
];
