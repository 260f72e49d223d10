import type { ChangeEvent, RecordEvent } from '../../records/record-event.js';
import { changeBody } from './change.js';
import type { BodyContext } from './context.js';
import { consentBody, customerBody } from './customer.js';
import { orderBody } from './order.js';
import { productBody } from './product.js';
import { refundBody } from './refund.js';
import { uninstalledBody } from './uninstalled.js';

export { complianceBody, type ComplianceNotice } from './compliance.js';
export { BodyContext } from './context.js';

/** The body of a delivery: JSON with the shapes of API 2026-10, ids as exact literals. */
export function webhookBody(event: RecordEvent | ChangeEvent, context: BodyContext): string {
  switch (event.topic) {
    case 'orders/create':
    case 'orders/updated':
    case 'orders/cancelled':
      return orderBody(event.order, context);
    case 'refunds/create':
      return refundBody(event.refund, event.order, context);
    case 'customers/create':
    case 'customers/update':
      return customerBody(event.customer, context);
    case 'customers_email_marketing_consent/update':
      return consentBody(event.customer, context);
    case 'products/create':
    case 'products/update':
      return productBody(event.product, context);
    case 'orders/edited':
    case 'orders/delete':
    case 'customers/delete':
    case 'customers/merge':
      return changeBody(event, context);
    case 'app/uninstalled':
      return uninstalledBody(context);
    default:
      return event satisfies never;
  }
}
