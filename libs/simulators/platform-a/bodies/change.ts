import type { ChangeEvent } from '../../records/record-event.js';
import type { CustomerMerge, OrderRecord } from '../../records/records.js';
import type { BodyContext } from './context.js';
import { gid } from './json.js';

/** The bodies of topics that name a record and do not contain it. */
export function changeBody(event: ChangeEvent, context: BodyContext): string {
  switch (event.topic) {
    case 'orders/edited':
      return editBody(event.order, context);
    case 'orders/delete':
      return `{"id":${event.orderId}}`;
    case 'customers/delete':
      return `{"id":${event.customerId},"tax_exemptions":[],"admin_graphql_api_id":${gid('Customer', event.customerId)}}`;
    case 'customers/merge':
      return mergeBody(event.merge);
  }
}

/** The edit has an id of its own. It lists lines with their change of quantity, and no amounts. */
function editBody({ id, updatedAt, lineItems }: OrderRecord, { clock }: BodyContext): string {
  const at = clock.iso(updatedAt);
  const additions = lineItems.slice(-1).map((line) => `{"id":${line.id},"delta":${line.quantity}}`);
  return (
    `{"order_edit":{"id":${id}1,"app_id":null,"created_at":"${at}","notify_customer":false,"order_id":${id},` +
    `"staff_note":"","user_id":null,"line_items":{"additions":[${additions.join(',')}],"removals":[]},` +
    `"discounts":{"line_item":{"additions":[],"removals":[]}},"shipping_lines":{"additions":[],"removals":[]},` +
    `"committed_at":"${at}"}}`
  );
}

/** The ids are GraphQL ids only, and there is no time. */
function mergeBody({ keptId, deletedId, status }: CustomerMerge): string {
  const errors =
    status === 'failed'
      ? `{"customer_ids":[${keptId}],"field":"merge_in_progress","message":"The customer is being merged."}`
      : '';
  return (
    `{"admin_graphql_api_customer_kept_id":${gid('Customer', keptId)},` +
    `"admin_graphql_api_customer_deleted_id":${gid('Customer', deletedId)},` +
    `"admin_graphql_api_job_id":null,"status":"${status}","errors":[${errors}]}`
  );
}
