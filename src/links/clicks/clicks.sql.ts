/** For a FROM: the clicks of the retailer ($1) on links in emails to customers, as `c`. A person's have no `sign`. */
export const CLICKS = `(SELECT * FROM link_clicks WHERE retailer_id = $1 AND customer_id IS NOT NULL) c`;
