import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import type { GroupSums } from '#libs/lift';
import { Experiment, type ExperimentScope } from '../experiments/experiment.entity.js';
import { SUMS, SUMS_OF_UNITS } from '../outcomes/sums.sql.js';
import { OUTCOME_NOW } from '../outcomes/units.sql.js';

/** What an experiment is about. */
export interface ScopeName {
  readonly retailerId: string;
  readonly scope: ExperimentScope;
  readonly scopeId: string;
}

/** The figures of one group, for one version of the sequence, whose windows are either all closed or all open. */
export interface FigureRow {
  readonly experimentId: string;
  readonly held: boolean;
  readonly sequenceVersion: number;
  readonly closed: boolean;
  readonly n: number;
  readonly x: number;
  readonly sumX: number;
  readonly sumXx: number;
  /** The sum of Y, exact, as Postgres writes a numeric. */
  readonly revenue: string;
  readonly sumY: number;
  readonly sumYy: number;
  readonly sumXy: number;
  readonly sumO: number;
  readonly sumOo: number;
  readonly sumXo: number;
  readonly unsubscribed: number;
  readonly mailed: number;
  readonly mailedByOthers: number;
  readonly erased: number;
  readonly firstClosesAt: Date | null;
  readonly lastClosesAt: Date | null;
}

/** Units of one group whose windows closed in the same stretch of time. */
export interface ClosingRow extends GroupSums {
  /** The last of these instants. */
  readonly at: Date;
  readonly held: boolean;
}

/** All SQL that reads results. */
@Injectable()
export class FiguresRepository {
  /** The experiments of the scope, the newest first. */
  experiments(sql: Sql, { retailerId, scope, scopeId }: ScopeName): Promise<Experiment[]> {
    const where = { retailerId, scope, scopeId };
    return sql.using(Experiment, (experiments) => experiments.find({ where, order: { number: 'DESC' } }));
  }

  /** The ids of up to `limit` sequences of the brand that held people back. The one with the newest experiment is first. */
  async sequencesOf(sql: Sql, retailerId: string, brandId: string, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT scope_id AS id FROM experiments WHERE retailer_id = $1 AND brand_id = $2 AND scope = 'sequence'
        GROUP BY scope_id ORDER BY max(started_at) DESC, scope_id LIMIT $3`,
      [retailerId, brandId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The figures of these experiments at `now`, in one statement: no unit is missed or counted twice. */
  figures(sql: Sql, retailerId: string, experimentIds: readonly string[], now: Date): Promise<FigureRow[]> {
    return sql.query<FigureRow>(FIGURES, [retailerId, experimentIds, now]);
  }

  /** The units that have closed at `now`, in stretches of so many seconds, the oldest first. Erased people have no row. */
  closings(sql: Sql, retailerId: string, experimentId: string, now: Date, seconds: number): Promise<ClosingRow[]> {
    return sql.query<ClosingRow>(
      `SELECT max(closes_at) AS at, held, count(*)::int AS n, count(*) FILTER (WHERE came_back)::int AS x,
              sum(prior_spend)::float8 AS "sumX", sum(prior_spend * prior_spend)::float8 AS "sumXX",
              sum(revenue)::float8 AS "sumY", sum(revenue * revenue)::float8 AS "sumYY",
              sum(prior_spend * revenue)::float8 AS "sumXY"
         FROM experiment_units WHERE retailer_id = $1 AND experiment_id = $2 AND closes_at <= $3
        GROUP BY held, floor(extract(epoch FROM closes_at) / $4::float8) ORDER BY 1, 2`,
      [retailerId, experimentId, now, seconds],
    );
  }

  /** How many units were assigned from an instant on. */
  async assignedSince(sql: Sql, retailerId: string, experimentId: string, since: Date): Promise<number> {
    const [row] = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM experiment_units
        WHERE retailer_id = $1 AND experiment_id = $2 AND assigned_at >= $3`,
      [retailerId, experimentId, since],
    );
    return row?.count ?? 0;
  }
}

const GROUP = 'u.experiment_id, u.held, u.sequence_version';
const UNFOLDED = 'u.retailer_id = $1 AND u.experiment_id = ANY ($2::uuid[]) AND NOT u.folded';

/**
 * The sums have most units. Those that have closed since the last folding are computed from the orders, as the folding
 * will do it. Units whose windows are open are counted only.
 */
const FIGURES = `
  SELECT experiment_id AS "experimentId", held, sequence_version AS "sequenceVersion", closed, n::int, x::int,
         sum_x::float8 AS "sumX", sum_xx::float8 AS "sumXx", sum_y::text AS revenue, sum_y::float8 AS "sumY",
         sum_yy::float8 AS "sumYy", sum_xy::float8 AS "sumXy", sum_o::float8 AS "sumO", sum_oo::float8 AS "sumOo",
         sum_xo::float8 AS "sumXo", unsubscribed::int, mailed::int, mailed_by_others::int AS "mailedByOthers",
         erased::int, first_closes_at AS "firstClosesAt", last_closes_at AS "lastClosesAt"
    FROM (
      SELECT experiment_id, held, sequence_version, true AS closed, ${SUMS.join(', ')}, erased,
             NULL::timestamptz AS first_closes_at, NULL::timestamptz AS last_closes_at
        FROM experiment_sums WHERE retailer_id = $1 AND experiment_id = ANY ($2::uuid[])
       UNION ALL
      SELECT ${GROUP}, true, ${SUMS_OF_UNITS}, 0, NULL, NULL
        FROM (SELECT ${GROUP}, u.prior_spend, n.*, u.mailed, u.mailed_by_others
                FROM experiment_units u CROSS JOIN ${OUTCOME_NOW} WHERE ${UNFOLDED} AND u.closes_at <= $3) u
       GROUP BY ${GROUP}
       UNION ALL
      SELECT ${GROUP}, false, count(*), count(*) FILTER (WHERE came_back), 0, 0, 0, 0, 0, 0, 0, 0,
             count(*) FILTER (WHERE unsubscribed), count(*) FILTER (WHERE mailed),
             count(*) FILTER (WHERE mailed_by_others), 0, min(closes_at), max(closes_at)
        FROM experiment_units u WHERE ${UNFOLDED} AND u.closes_at > $3 GROUP BY ${GROUP}) figures`;
