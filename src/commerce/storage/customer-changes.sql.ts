import { isSilentSql } from '../model/causes.js';

/** Whether the facts of the retailer's ($1) customer have changed since the customer was last evaluated. */
export const hasUnsettledChange = (customerId: string): string =>
  `EXISTS (SELECT FROM customer_changes x WHERE x.retailer_id = $1 AND x.customer_id = ${customerId} AND NOT x.held)`;

/** Customers above `after` and not above `upTo` with a silent change in the queue, and its cause. */
export const silentChangesOf = (after: string, upTo: string): string =>
  `SELECT customer_id, cause FROM customer_changes
    WHERE retailer_id = $1 AND customer_id > ${after}::uuid AND customer_id <= ${upTo}::uuid AND ${isSilentSql('cause')}`;
