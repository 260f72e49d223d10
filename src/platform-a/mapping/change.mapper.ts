import type { GoneRecord } from '../../commerce/model/records.js';
import { Unreadable } from '../../stores/unreadable.js';
import { externalIdOf } from './wire-reader.js';

/** Topics whose bodies name a record and do not contain it. */
const CHANGE_TOPICS = ['orders/edited', 'orders/delete', 'customers/delete', 'customers/merge'] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** What is gone, an order that has to be read again, or a merge that the platform did not carry out. */
export type MappedChange =
  GoneRecord | { readonly kind: 'edited'; readonly orderId: string } | { readonly kind: 'failed-merge' };

export const isChangeTopic = (topic: string): topic is ChangeTopic =>
  (CHANGE_TOPICS as readonly string[]).includes(topic);

/**
 * Maps the body of a change. Pure.
 * @param at the time of the event: the body of a merge has none
 */
export function mapChange(topic: ChangeTopic, wire: Record<string, unknown>, at: Date): MappedChange {
  switch (topic) {
    case 'orders/edited':
      return { kind: 'edited', orderId: idIn('order_edit.order_id', objectOf(wire['order_edit'])['order_id']) };
    case 'orders/delete':
      return { kind: 'order-deleted', externalId: idIn('order', wire['id'], wire['admin_graphql_api_id']) };
    case 'customers/delete':
      return { kind: 'customer-deleted', externalId: idIn('customer', wire['id'], wire['admin_graphql_api_id']) };
    case 'customers/merge':
      return mapMerge(wire, at);
  }
}

/** Any other status than `completed` changes nothing: both customers remain. */
function mapMerge(wire: Record<string, unknown>, at: Date): MappedChange {
  if (typeof wire['status'] !== 'string') throw new Unreadable('status', 'is missing');
  if (wire['status'].toLowerCase() !== 'completed') return { kind: 'failed-merge' };
  const externalId = idIn('customer_deleted', undefined, wire['admin_graphql_api_customer_deleted_id']);
  const keptExternalId = idIn('customer_kept', undefined, wire['admin_graphql_api_customer_kept_id']);
  return { kind: 'customer-merged', merge: { externalId, keptExternalId, at } };
}

function idIn(where: string, id: unknown, gid?: unknown): string {
  const number = typeof id === 'number' || typeof id === 'string' ? id : null;
  return externalIdOf(where, number, typeof gid === 'string' ? gid : null);
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
