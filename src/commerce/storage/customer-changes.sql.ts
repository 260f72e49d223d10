import { isSilentSql } from '../model/causes.js';

/** Whether the facts of the retailer's ($1) customer have changed since their memberships were last evaluated. */
export const hasUnsettledChange = (customerId: string): string =>
  `EXISTS (SELECT FROM customer_changes x WHERE x.retailer_id = $1 AND x.customer_id = ${customerId} AND NOT x.held)`;

/** Customers of a slice, after `after` up to and including `upTo`, with the import or the history that waits for them. */
export const silentChangesOf = (after: string, upTo: string): string =>
  `SELECT customer_id, cause FROM customer_changes
    WHERE retailer_id = $1 AND customer_id > ${after}::uuid AND customer_id <= ${upTo}::uuid AND ${isSilentSql('cause')}`;
