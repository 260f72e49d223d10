/** For a FROM: the present members of the retailer's ($1) segment ($2), as `m`. */
export const PRESENT_MEMBERS = `(
  SELECT retailer_id, customer_id FROM segment_memberships
   WHERE retailer_id = $1 AND segment_id = $2 AND left_at IS NULL) m`;
