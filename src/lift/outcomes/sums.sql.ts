/** The sums of `experiment_sums`, each with what one unit `u` adds. */
const ADDENDS = {
  n: '1',
  x: 'u.came_back::int',
  sum_x: 'u.prior_spend',
  sum_xx: 'u.prior_spend * u.prior_spend',
  sum_y: 'u.revenue',
  sum_yy: 'u.revenue * u.revenue',
  sum_xy: 'u.prior_spend * u.revenue',
  sum_o: 'u.orders',
  sum_oo: 'u.orders * u.orders',
  sum_xo: 'u.prior_spend * u.orders',
  unsubscribed: 'u.unsubscribed::int',
  mailed: 'u.mailed::int',
  mailed_by_others: 'u.mailed_by_others::int',
} as const;

export const SUMS = Object.keys(ADDENDS) as readonly (keyof typeof ADDENDS)[];

/** For a SELECT: the sums over the units `u` of a group. */
export const SUMS_OF_UNITS = SUMS.map((sum) => `sum(${ADDENDS[sum]}) AS ${sum}`).join(', ');

/**
 * Adds units to the sums of their experiments, groups and versions. `units` is for a FROM; each row has a `sign`: 1
 * adds the unit, -1 takes it away, and `gone`: 1 for a unit whose person is erased, else 0.
 */
export const addToSums = (units: string): string =>
  `INSERT INTO experiment_sums AS s (retailer_id, experiment_id, held, sequence_version, erased, ${SUMS.join(', ')})
   SELECT $1, u.experiment_id, u.held, u.sequence_version, sum(u.gone),
          ${SUMS.map((sum) => `sum(u.sign * ${ADDENDS[sum]})`).join(', ')}
     FROM ${units} GROUP BY u.experiment_id, u.held, u.sequence_version
    ORDER BY u.experiment_id, u.held, u.sequence_version
   ON CONFLICT (retailer_id, experiment_id, held, sequence_version) DO UPDATE
     SET ${['erased', ...SUMS].map((sum) => `${sum} = s.${sum} + excluded.${sum}`).join(', ')}`;
