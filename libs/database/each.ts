/**
 * A fragment for FROM: the rows of one retailer ($1) whose `column` is in the array ($2), with one index lookup for
 * each element. `= ANY` says the same, but until a growing table is analysed Postgres reads all rows of the retailer
 * for it.
 */
export const each = (table: string, column: string, type: 'uuid' | 'text'): string =>
  `unnest($2::${type}[]) AS wanted (key) CROSS JOIN LATERAL
   (SELECT * FROM ${table} WHERE retailer_id = $1 AND ${column} = wanted.key OFFSET 0) found`;
