import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { GroupSums } from '#libs/lift';
import { retailerOf } from '../../retailers/retailers.sql.js';

/** The closed units of one group of an experiment, with the platform and the currency of its store. */
export interface PlatformSums {
  readonly platform: string;
  readonly currency: string;
  readonly experimentId: string;
  readonly percent: number;
  readonly held: boolean;
  readonly revenue: GroupSums;
  readonly orders: GroupSums;
}

type Row = Omit<PlatformSums, 'revenue' | 'orders'> &
  GroupSums & { readonly sumO: number; readonly sumOO: number; readonly sumXO: number };

/** Reads the folded sums of all retailers. They have a few rows for each experiment, whatever the number of people. */
@Injectable()
export class WonBackRepository {
  constructor(private readonly database: Database) {}

  async sums(): Promise<PlatformSums[]> {
    const rows = await this.database.acrossRetailers.query<Row>(SUMS_BY_PLATFORM);
    return rows.map(({ n, x, sumX, sumXX, sumY, sumYY, sumXY, sumO, sumOO, sumXO, ...about }) => ({
      ...about,
      revenue: { n, x, sumX, sumXX, sumY, sumYY, sumXY },
      orders: { n, x, sumX, sumXX, sumY: sumO, sumYY: sumOO, sumXY: sumXO },
    }));
  }
}

const SUMS_BY_PLATFORM = `
  SELECT r.platform, coalesce(r.currency, '') AS currency, e.id AS "experimentId", e.percent, s.held,
         sum(s.n)::int AS n, sum(s.x)::int AS x, sum(s.sum_x)::float8 AS "sumX", sum(s.sum_xx)::float8 AS "sumXX",
         sum(s.sum_y)::float8 AS "sumY", sum(s.sum_yy)::float8 AS "sumYY", sum(s.sum_xy)::float8 AS "sumXY",
         sum(s.sum_o)::float8 AS "sumO", sum(s.sum_oo)::float8 AS "sumOO", sum(s.sum_xo)::float8 AS "sumXO"
    FROM experiments e JOIN experiment_sums s ON s.retailer_id = e.retailer_id AND s.experiment_id = e.id
    ${retailerOf('e')}
   WHERE e.scope = 'sequence'
   GROUP BY r.platform, r.currency, e.retailer_id, e.id, e.percent, s.held`;
