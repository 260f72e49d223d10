/** For a FROM: the clicks of the retailer ($1) on links in emails to customers, as `c`. A person's have no `sign`. */
export const CLICKS = `(SELECT * FROM link_clicks WHERE retailer_id = $1 AND customer_id IS NOT NULL) c`;

/** Whether a person clicked a link of the message of the retailer ($1). */
export const wasClicked = (messageId: string): string =>
  `EXISTS (SELECT FROM link_clicks k WHERE k.retailer_id = $1 AND k.message_id = ${messageId} AND k.sign IS NULL)`;
