import type { Erased, Names } from '../../personal-data/tombstones.service.js';
import type { CommerceCommand, CommerceRecord } from '../model/records.js';

type ErasedNames = Pick<Erased, 'customers' | 'orders'>;

/** Commands without erased persons, and the causes of the commands that named one. */
export interface Filtered {
  readonly commands: readonly CommerceCommand[];
  readonly causesOfErased: ReadonlySet<string>;
}

/** The customers and orders that the commands name. */
export function namesIn(commands: readonly CommerceCommand[]): Names {
  const customers = new Set<string>();
  const orders = new Set<string>();
  for (const { record } of commands) {
    if (record.kind === 'customer') customers.add(record.customer.externalId);
    else if (record.kind === 'consent') customers.add(record.consent.externalId);
    else if (record.kind === 'order-gone') orders.add(record.externalId);
    else if (record.kind === 'refund') orders.add(record.refund.orderExternalId);
    else if (record.kind === 'customer-deleted') customers.add(record.externalId);
    else if (record.kind === 'customer-merged') {
      customers.add(record.merge.externalId).add(record.merge.keptExternalId);
    } else if (record.kind === 'order') {
      orders.add(record.order.externalId);
      if (record.order.customer) customers.add(record.order.customer.externalId);
    }
  }
  return { customers: [...customers], orders: [...orders] };
}

/**
 * Removes the customer records and consents of erased persons. Keeps their orders for the store, without customer and
 * billing country, and their refunds. Pure.
 */
export function withoutErased(commands: readonly CommerceCommand[], erased: ErasedNames): Filtered {
  if (erased.customers.size + erased.orders.size === 0) return { commands, causesOfErased: new Set() };
  const causesOfErased = new Set<string>();
  const kept = commands.flatMap((command): CommerceCommand[] => {
    if (!names(command.record, erased)) return [command];
    causesOfErased.add(command.cause);
    const record = anonymous(command.record);
    return record ? [{ ...command, record }] : [];
  });
  return { commands: kept, causesOfErased };
}

function names(record: CommerceRecord, { customers, orders }: ErasedNames): boolean {
  switch (record.kind) {
    case 'customer':
      return customers.has(record.customer.externalId);
    case 'consent':
      return customers.has(record.consent.externalId);
    case 'refund':
      return orders.has(record.refund.orderExternalId);
    case 'order':
      return orders.has(record.order.externalId) || customers.has(record.order.customer?.externalId ?? '');
    case 'customer-deleted':
      return customers.has(record.externalId);
    case 'customer-merged':
      return customers.has(record.merge.externalId) || customers.has(record.merge.keptExternalId);
    case 'order-gone':
    case 'order-deleted':
    case 'settled':
    case 'product':
      return false;
  }
}

function anonymous(record: CommerceRecord): CommerceRecord | undefined {
  if (record.kind === 'refund') return record;
  if (record.kind !== 'order') return undefined;
  const { customer: _, ...order } = record.order;
  return { kind: 'order', order: { ...order, billingCountry: null } };
}
