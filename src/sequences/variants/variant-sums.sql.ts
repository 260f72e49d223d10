/**
 * Adds units to the sums of the retailer ($1). `units` is for a FROM; each row has what the unit changes in `assigned`,
 * `n` and `x`.
 */
export const addToVariantSums = (units: string): string =>
  `INSERT INTO variant_sums AS s (retailer_id, sequence_id, step_id, epoch, variant, assigned, n, x)
   SELECT $1, u.sequence_id, u.step_id, u.epoch, u.variant, sum(u.assigned), sum(u.n), sum(u.x)
     FROM ${units} GROUP BY u.sequence_id, u.step_id, u.epoch, u.variant
    ORDER BY u.sequence_id, u.step_id, u.epoch, u.variant
   ON CONFLICT (retailer_id, sequence_id, step_id, epoch, variant) DO UPDATE
     SET assigned = s.assigned + excluded.assigned, n = s.n + excluded.n, x = s.x + excluded.x`;
