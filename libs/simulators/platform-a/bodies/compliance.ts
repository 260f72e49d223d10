import type { BodyContext } from './context.js';
import { quote, quoteOrNull } from './json.js';

/** The compliance events, which the platform sends to every app without a subscription. */
export type ComplianceNotice =
  | {
      readonly topic: 'customers/data_request' | 'customers/redact';
      readonly customer: { readonly id: string; readonly email: string | null; readonly phone: string | null };
      readonly orderIds: readonly string[];
    }
  | { readonly topic: 'shop/redact' };

/** The body of a compliance topic: ids as exact literals. */
export function complianceBody(notice: ComplianceNotice, { store }: BodyContext): string {
  const head = `{"shop_id":${store.id},"shop_domain":${quote(store.domain)}`;
  if (notice.topic === 'shop/redact') return `${head}}`;
  const { id, email, phone } = notice.customer;
  const customer = `"customer":{"id":${id},"email":${quoteOrNull(email)},"phone":${quoteOrNull(phone)}}`;
  const orders = `[${notice.orderIds.join(',')}]`;
  return notice.topic === 'customers/redact'
    ? `${head},${customer},"orders_to_redact":${orders}}`
    : `${head},${customer},"orders_requested":${orders},"data_request":{"id":9999}}`;
}
