/**
 * For a FROM: the rows of one retailer ($1) whose `column` is in the array ($2), looked up one after the other. `= ANY`
 * would do, but until a growing table has been analysed Postgres reads all of the retailer's rows for it.
 */
export const each = (table: string, column: string, type: 'uuid' | 'text'): string =>
  `unnest($2::${type}[]) AS wanted (key) CROSS JOIN LATERAL
   (SELECT * FROM ${table} WHERE retailer_id = $1 AND ${column} = wanted.key OFFSET 0) found`;
