import { haveUnsubscribed } from '../../commerce/storage/customers.sql.js';
import { orderedIn } from '../../commerce/storage/orders.sql.js';
import { addToSums } from './sums.sql.js';

/** For a FROM: the units named by the experiments in $2 and the people in $3, as `u`. */
export const NAMED_UNITS = `unnest($2::uuid[], $3::uuid[]) AS named (experiment_id, person_id)
   JOIN experiment_units u ON u.retailer_id = $1 AND u.experiment_id = named.experiment_id
                          AND u.person_id = named.person_id`;

const RECORDS = `ARRAY(SELECT p.customer_id FROM experiment_people p
                        WHERE p.retailer_id = $1 AND p.experiment_id = u.experiment_id AND p.person_id = u.person_id)`;

/** For a FROM: what the orders and records of a unit `u` say now, as `n`. This is the only definition of an outcome. */
export const OUTCOME_NOW = `LATERAL (
  SELECT ordered.orders, ordered.revenue, ordered.orders > 0 AS came_back, ${haveUnsubscribed('k.ids')} AS unsubscribed
    FROM (SELECT ${RECORDS} AS ids) k CROSS JOIN LATERAL (${orderedIn('k.ids', 'u.assigned_at', 'u.closes_at')}) ordered) n`;

/** The columns of a unit that say who it is. They never change. */
const FIXED = 'experiment_id, person_id, held, sequence_version, prior_spend';
/** The columns that may change. */
export const FIGURES = ['came_back', 'orders', 'revenue', 'unsubscribed', 'mailed', 'mailed_by_others'] as const;

/**
 * Writes new figures of units, and their difference into the sums if the units are folded. `fresh` selects the units,
 * which are locked, with the new figures in columns that begin with `new_`.
 */
export const writeFigures = (fresh: string): string =>
  `WITH fresh AS MATERIALIZED (${fresh}),
        written AS (
          UPDATE experiment_units t SET ${FIGURES.map((figure) => `${figure} = f.new_${figure}`).join(', ')}
            FROM fresh f WHERE t.retailer_id = $1 AND t.experiment_id = f.experiment_id AND t.person_id = f.person_id),
        moved AS (
          SELECT -1 AS sign, ${FIXED}, ${FIGURES.join(', ')} FROM fresh WHERE folded
           UNION ALL
          SELECT 1, ${FIXED}, ${FIGURES.map((figure) => `new_${figure}`).join(', ')} FROM fresh WHERE folded)
   ${addToSums('(SELECT *, 0 AS gone FROM moved) u')}`;
