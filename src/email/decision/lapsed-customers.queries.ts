import { Injectable } from '@nestjs/common';
import type { Sql, SqlValue } from '#libs/database';
import { isUuid, moneyOf, type Page, pageOf, readCursor } from '#libs/kernel';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import type { StoredBoundaries } from '../../segmentation/criteria/rfm.js';
import { hashOfCustomer } from '../consent/suppression.repository.js';

/** Customers whose recency and frequency are in the same fifths; 5 is the best. */
export interface RfmCell {
  readonly recency: number;
  readonly frequency: number;
  readonly customers: number;
  readonly spent: string;
  readonly lapsed: number;
  readonly lapsedSpent: string;
  /** Lapsed customers who may be emailed. */
  readonly mailable: number;
  readonly mailableSpent: string;
  /** Mailable customers who ordered more than once and are in the best two fifths by what they spent. */
  readonly first: number;
  readonly firstSpent: string;
}

export const LAPSED_GROUPS = ['lapsed', 'mailable', 'first'] as const;
/** Which lapsed customers: all, those who may be emailed, or those to write to first. */
export type LapsedGroup = (typeof LAPSED_GROUPS)[number];

/** One of the lapsed customers. The amount is in the store's currency. */
export interface LapsedPerson {
  readonly customerId: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly orders: number;
  readonly spent: string;
  readonly lastOrderAt: Date;
}

/** What decides about each customer. */
export interface LapsedRules {
  readonly lapsedSince: Date;
  /** Whether the brand emails customers whose consent is unknown. */
  readonly unknownMayBeMailed: boolean;
  readonly fifths: StoredBoundaries;
}

const COUNTS = ['customers', 'lapsed', 'mailable', 'first'] as const;

const sums = COUNTS.map(
  (name) => `count(*) FILTER (WHERE is_${name})::int AS ${name},
    coalesce(sum(total_spent) FILTER (WHERE is_${name}), 0)::text AS "${name === 'customers' ? 'spent' : `${name}Spent`}"`,
).join(',\n');

const PLACES = [1, 2, 3, 4] as const;
const named = (prefix: string): string[] => PLACES.map((place) => `${prefix}${place}`);

/**
 * For each of the four boundaries, whether the value is above it. Postgres groups by yes and no without sorting: it
 * would expect nearly as many fifths as customers. Subqueries would keep the scan on one core.
 */
const above = (value: string, boundaries: string, prefix: string): string =>
  PLACES.map((place) => `coalesce(${value} > (${boundaries})[${place}], false) AS ${prefix}${place}`).join(', ');

const fifth = (prefix: string): string =>
  `1 + ${named(prefix)
    .map((name) => `${name}::int`)
    .join(' + ')}`;

/**
 * The customers of the retailer ($1) with an order, each with the groups that it belongs to. The hash of an address
 * costs more than all the rest, so only those who may be mailable have one.
 */
const JUDGED = `
  WITH buyers AS NOT MATERIALIZED (
         SELECT c.id, c.retailer_id, c.email, c.first_name, c.last_name, c.orders_count, c.total_spent, c.last_order_at,
                true AS is_customers,
                ${above('c.last_order_at', '$3::timestamptz[]', 'recent')},
                ${above('c.orders_count', '$4::int[]', 'frequent')},
                c.last_order_at <= $2 AS is_lapsed,
                c.last_order_at <= $2 AND c.email IS NOT NULL
                  AND (c.marketing = 'subscribed' OR $6::boolean AND c.marketing = 'unknown') AS is_willing,
                c.orders_count > 1 AND c.total_spent > coalesce(($5::numeric[])[3], 0) AS is_good
           FROM ${CUSTOMERS} WHERE c.retailer_id = $1 AND c.orders_count > 0 AND c.last_order_at IS NOT NULL),
       mailable AS NOT MATERIALIZED (
         SELECT c.*, c.is_willing AND s.address_hash IS NULL AS is_mailable
           FROM buyers c LEFT JOIN suppressions s ON s.retailer_id = c.retailer_id
            AND s.address_hash = CASE WHEN c.is_willing THEN ${hashOfCustomer('c')} END),
       judged AS NOT MATERIALIZED (SELECT *, is_mailable AND is_good AS is_first FROM mailable)`;

const parametersOf = (
  retailerId: string,
  { lapsedSince, unknownMayBeMailed, fifths: { recency, frequency, monetary } }: LapsedRules,
): SqlValue[] => [retailerId, lapsedSince, recency, frequency, monetary, unknownMayBeMailed];

const isAmount = (key: string): boolean => /^-?\d{1,20}(\.\d{1,8})?$/.test(key);

/** Judges the customers with an order in one pass. */
@Injectable()
export class LapsedCustomersQueries {
  async cells(sql: Sql, retailerId: string, rules: LapsedRules): Promise<RfmCell[]> {
    const rows = await sql.query<RfmCell>(
      `${JUDGED} SELECT ${fifth('recent')} AS recency, ${fifth('frequent')} AS frequency, ${sums} FROM judged
        GROUP BY ${[...named('recent'), ...named('frequent')].join(', ')} ORDER BY recency, frequency`,
      parametersOf(retailerId, rules),
    );
    return rows.map((row) => ({
      ...row,
      spent: moneyOf(row.spent),
      lapsedSpent: moneyOf(row.lapsedSpent),
      mailableSpent: moneyOf(row.mailableSpent),
      firstSpent: moneyOf(row.firstSpent),
    }));
  }

  /** The people of a group; who spent most comes first. */
  async people(
    sql: Sql,
    retailerId: string,
    rules: LapsedRules,
    group: LapsedGroup,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<LapsedPerson>> {
    const [spent, id] = readCursor(cursor, [isAmount, isUuid]) ?? [];
    const rows = await sql.query<LapsedPerson>(
      `${JUDGED} SELECT id AS "customerId", email, first_name AS "firstName", last_name AS "lastName",
                        orders_count AS orders, total_spent::text AS spent, last_order_at AS "lastOrderAt"
         FROM judged WHERE is_${group} AND ($7::numeric IS NULL OR (total_spent, id) < ($7, $8::uuid))
        ORDER BY total_spent DESC, id DESC LIMIT $9`,
      [...parametersOf(retailerId, rules), spent ?? null, id ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, (row) => [row.spent, row.customerId]);
    return { ...page, items: page.items.map((row) => ({ ...row, spent: moneyOf(row.spent) })) };
  }
}
