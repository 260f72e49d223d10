import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { USES_RFM } from '../definitions/segment.entity.js';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import { boundariesOf, type RfmBoundaries } from '../criteria/rfm.js';
import { RfmRun } from './rfm-run.entity.js';

export type BrandRef = Readonly<Pick<RfmRun, 'retailerId' | 'brandId'>>;
export type RfmRunRow = Pick<RfmRun, 'computedAt' | 'customers' | 'boundaries'>;

/** All reads and writes of RFM runs. A statement is plain SQL where it aggregates customers or compares instants. */
@Injectable()
export class RfmRepository {
  constructor(private readonly database: Database) {}

  latest(sql: Sql, { retailerId, brandId }: BrandRef): Promise<RfmRunRow | null> {
    return sql.using(RfmRun, (runs) => runs.findOne({ where: { retailerId, brandId }, order: { computedAt: 'DESC' } }));
  }

  /** The latest run of any brand: all brands of a retailer have the same customers. */
  latestOfRetailer(sql: Sql, retailerId: string): Promise<RfmRunRow | null> {
    return sql.using(RfmRun, (runs) => runs.findOne({ where: { retailerId }, order: { computedAt: 'DESC' } }));
  }

  /** The brand's latest run at that instant; its first run where the instant is before all runs. */
  async latestAt(sql: Sql, { retailerId, brandId }: BrandRef, at: Date): Promise<RfmRunRow | undefined> {
    const [run] = await sql.query<RfmRun>(
      `SELECT ${columnsOf(RfmRun, 'r')} FROM rfm_runs r WHERE retailer_id = $1 AND brand_id = $2
        ORDER BY computed_at > $3::timestamptz, greatest(computed_at - $3, $3 - computed_at) LIMIT 1`,
      [retailerId, brandId, at],
    );
    return run;
  }

  /** The brand's runs, the earliest first. */
  runs(sql: Sql, { retailerId, brandId }: BrandRef): Promise<RfmRunRow[]> {
    return sql.using(RfmRun, (runs) => runs.find({ where: { retailerId, brandId }, order: { computedAt: 'ASC' } }));
  }

  /** The boundaries of the latest run by brand. */
  async boundaries(sql: Sql, retailerId: string): Promise<Map<string, RfmBoundaries | null>> {
    const rows = await sql.query<Pick<RfmRun, 'brandId' | 'boundaries'>>(
      `SELECT DISTINCT ON (brand_id) brand_id AS "brandId", boundaries FROM rfm_runs
        WHERE retailer_id = $1 ORDER BY brand_id, computed_at DESC`,
      [retailerId],
    );
    return new Map(rows.map(({ brandId, boundaries }) => [brandId, boundariesOf(boundaries)]));
  }

  /** Computes the boundaries of fifths from the retailer's customers with an order, by their present facts. */
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
    await tx.repository(RfmRun).insert({ ...run, retailerId, brandId });
  }

  /**
   * Retailers with a brand that needs a run: its segments use RFM, and its last run is a day old, or had no customers
   * while there are some now.
   */
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

  /** The retailer's brands whose segments use RFM. */
  async brands(sql: Sql, retailerId: string): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT DISTINCT brand_id AS id FROM segments WHERE retailer_id = $1 AND ${USES_RFM}`,
      [retailerId],
    );
    return rows.map(({ id }) => id);
  }
}

interface FifthsRow {
  readonly customers: number;
  readonly recency: Date[] | null;
  readonly frequency: number[] | null;
  readonly monetary: string[] | null;
}
