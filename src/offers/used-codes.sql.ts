/**
 * The counted orders that carry a personal code of these sequences of the retailer ($1), with the code's recipient and
 * the instant at which the recipient got it. `sequenceIds` is an array.
 */
export const codesUsed = (sequenceIds: string): string =>
  `SELECT c.customer_id, c.assigned_at, r.order_external_id FROM offers f
     JOIN offer_codes c ON c.retailer_id = f.retailer_id AND c.offer_id = f.id
     JOIN offer_redemptions r ON r.retailer_id = c.retailer_id AND r.code = c.code
    WHERE f.retailer_id = $1 AND f.sequence_id = ANY (${sequenceIds}) AND f.mode = 'live'
      AND c.customer_id IS NOT NULL AND r.counted`;

/**
 * For a FROM: the codes that customers got in live executions of a sequence ($2) of the retailer ($1), as `k`. An
 * expired one ended before the instant ($3) without a counted order.
 */
export const CODES_HELD = `(
  SELECT c.execution_id, c.customer_id, f.place, c.redeemed, c.returned,
         c.deactivated_at IS NULL AND NOT c.redeemed AND f.ends_at <= $3 AS expired
    FROM offers f JOIN offer_codes c ON c.retailer_id = f.retailer_id AND c.offer_id = f.id
   WHERE f.retailer_id = $1 AND f.sequence_id = $2 AND f.mode = 'live' AND c.customer_id IS NOT NULL) k`;
