/** For a FROM: the retailer's ($1) messages of variants that customers have got, or may have got, as `m`. */
export const VARIANT_MESSAGES = `(
  SELECT execution_id, customer_id, step_id, variant, offer_place FROM messages
   WHERE retailer_id = $1 AND variant IS NOT NULL AND status IN ('sending', 'sent', 'unknown')) m`;
