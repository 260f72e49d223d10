import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { USES_RFM } from '../definitions/segment.entity.js';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import { boundariesOf, type RfmBoundaries, type StoredBoundaries } from '../criteria/rfm.js';

export interface RfmRunRow {
  readonly computedAt: Date;
  readonly customers: number;
  readonly boundaries: StoredBoundaries;
}

/** All SQL of RFM runs. */
@Injectable()
export class RfmRepository {
  constructor(private readonly database: Database) {}

  /** The brand's latest run. */
  async latest(brand: BrandRef, sql: Sql = this.database.of(brand.retailerId)): Promise<RfmRunRow | undefined> {
    const [run] = await sql.query<RfmRunRow>(
      `SELECT computed_at AS "computedAt", customers, boundaries FROM rfm_runs
        WHERE retailer_id = $1 AND brand_id = $2 ORDER BY computed_at DESC LIMIT 1`,
      [brand.retailerId, brand.brandId],
    );
    return run;
  }

  /** The brand's run that was the latest at that instant, else its first. */
  async latestAt(brand: BrandRef, at: Date, sql: Sql): Promise<RfmRunRow | undefined> {
    const [run] = await sql.query<RfmRunRow>(
      `SELECT computed_at AS "computedAt", customers, boundaries FROM rfm_runs
        WHERE retailer_id = $1 AND brand_id = $2
        ORDER BY computed_at > $3::timestamptz, greatest(computed_at - $3, $3 - computed_at) LIMIT 1`,
      [brand.retailerId, brand.brandId, at],
    );
    return run;
  }

  /** By brand, the boundaries of the latest run. */
  async boundaries(sql: Sql, retailerId: string): Promise<Map<string, RfmBoundaries | null>> {
    const rows = await sql.query<{ brandId: string; boundaries: StoredBoundaries }>(
      `SELECT DISTINCT ON (brand_id) brand_id AS "brandId", boundaries FROM rfm_runs
        WHERE retailer_id = $1 ORDER BY brand_id, computed_at DESC`,
      [retailerId],
    );
    return new Map(rows.map(({ brandId, boundaries }) => [brandId, boundariesOf(boundaries)]));
  }

  /** Parts the retailer's customers with an order into fifths as they are now. */
  async compute(sql: Sql, retailerId: string): Promise<Omit<RfmRunRow, 'computedAt'>> {
    const [row] = await sql.query<FifthsRow>(
      `SELECT count(*)::int AS customers,
              percentile_disc(ARRAY[0.2, 0.4, 0.6, 0.8]) WITHIN GROUP (ORDER BY last_order_at) AS recency,
              percentile_disc(ARRAY[0.2, 0.4, 0.6, 0.8]) WITHIN GROUP (ORDER BY orders_count) AS frequency,
              (percentile_disc(ARRAY[0.2, 0.4, 0.6, 0.8]) WITHIN GROUP (ORDER BY total_spent))::text[] AS monetary
         FROM ${CUSTOMERS} WHERE retailer_id = $1 AND orders_count > 0`,
      [retailerId],
    );
    const { customers = 0, recency, frequency, monetary } = row ?? {};
    return {
      customers,
      boundaries: {
        recency: (recency ?? []).map((at) => at.toISOString()),
        frequency: frequency ?? [],
        monetary: monetary ?? [],
      },
    };
  }

  async save(tx: Tx, { retailerId, brandId }: BrandRef, run: RfmRunRow): Promise<void> {
    await tx.execute(
      `INSERT INTO rfm_runs (retailer_id, brand_id, computed_at, customers, boundaries) VALUES ($1, $2, $3, $4, $5)`,
      [retailerId, brandId, run.computedAt, run.customers, JSON.stringify(run.boundaries)],
    );
  }

  /** Retailers with a brand whose segments ask for fifths that are a day old, or were never made of anybody. */
  async retailersDue(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT DISTINCT s.retailer_id AS id FROM segments s
        WHERE ${USES_RFM} AND NOT EXISTS (
          SELECT FROM rfm_runs r WHERE r.retailer_id = s.retailer_id AND r.brand_id = s.brand_id
             AND r.computed_at > now() - interval '24 hours'
             AND (r.customers > 0 OR NOT EXISTS (
               SELECT FROM ${CUSTOMERS} WHERE c.retailer_id = s.retailer_id AND c.orders_count > 0))) LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** The retailer's brands whose segments ask for fifths. */
  async brands(sql: Sql, retailerId: string): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT DISTINCT brand_id AS id FROM segments WHERE retailer_id = $1 AND ${USES_RFM}`,
      [retailerId],
    );
    return rows.map(({ id }) => id);
  }
}

export interface BrandRef {
  readonly retailerId: string;
  readonly brandId: string;
}

interface FifthsRow {
  readonly customers: number;
  readonly recency: Date[] | null;
  readonly frequency: number[] | null;
  readonly monetary: string[] | null;
}
