import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';

/** What an image may show of a person. */
export interface PersonalFacts {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** BCP 47. */
  readonly language: string | null;
  /** ISO 4217, of the last counted order; null without one. */
  readonly currency: string | null;
  /** The platform's ids of the first ten products of that order. */
  readonly productIds: readonly string[];
}

const DAY = 24 * 60 * 60_000;
/** Orders that are older say little about what is bought together now. */
const COMPANION_DAYS = 365;
/** A pair that was bought once is chance. */
const LEAST_PAIRS = 2;
const MOST_COMPANIONS = 3;

/** Names, last purchases, and which products are bought together. */
@Injectable()
export class PersonalFactsQueries {
  constructor(private readonly database: Database) {}

  /** By customer id, many at a time. Unknown customers are missing. */
  async people(
    retailerId: string,
    customerIds: readonly string[],
    sql: Sql = this.database.of(retailerId),
  ): Promise<Map<string, PersonalFacts>> {
    const rows = await sql.query<PersonalFacts & { id: string }>(
      `SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.language, o.currency,
              coalesce(o.product_ids[1:10], '{}') AS "productIds"
         FROM unnest($2::uuid[]) AS wanted (id)
         JOIN customers c ON c.retailer_id = $1 AND c.id = wanted.id
         LEFT JOIN LATERAL (
           SELECT currency, product_ids FROM orders WHERE retailer_id = $1 AND customer_id = wanted.id AND counted
            ORDER BY ordered_at DESC, external_id LIMIT 1) o ON true`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  }

  /** The products that were most often in one order with each product, most frequent first. Reads a year of orders. */
  async companions(retailerId: string, at: Date): Promise<Map<string, string[]>> {
    const rows = await this.database.of(retailerId).query<{ product: string; companion: string }>(
      `SELECT product, companion FROM (
         SELECT a.id AS product, b.id AS companion,
                row_number() OVER (PARTITION BY a.id ORDER BY count(*) DESC, b.id) AS place
           FROM orders o
          CROSS JOIN LATERAL (SELECT DISTINCT unnest(o.product_ids[1:20])) AS a (id)
          CROSS JOIN LATERAL (SELECT DISTINCT unnest(o.product_ids[1:20])) AS b (id)
          WHERE o.retailer_id = $1 AND o.counted AND o.ordered_at >= $2 AND o.ordered_at <= $3
            AND cardinality(o.product_ids) > 1 AND a.id <> b.id
          GROUP BY a.id, b.id HAVING count(*) >= $4) pairs
        WHERE place <= $5 ORDER BY product, place`,
      [retailerId, new Date(at.getTime() - COMPANION_DAYS * DAY), at, LEAST_PAIRS, MOST_COMPANIONS],
    );
    const companions = new Map<string, string[]>();
    for (const { product, companion } of rows) {
      companions.set(product, [...(companions.get(product) ?? []), companion]);
    }
    return companions;
  }
}
