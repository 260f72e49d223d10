import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { GoneRepository } from '../gone/gone.repository.js';
import { Identities, type Move } from '../gone/identities.js';
import type { CommerceCommand, CommerceRecord, OrderRecord } from '../model/records.js';
import { CommerceRepository } from '../storage/commerce.repository.js';
import { emptyCustomer } from './merge.js';
import { namesIn } from './without-erased.js';

/** Commands that name no gone record, and the customers whose orders have moved. */
export interface Resolved {
  readonly commands: readonly CommerceCommand[];
  readonly moved: readonly { readonly customerId: string; readonly cause: CommerceCommand['cause'] }[];
}

/**
 * Applies deletions and merges, and gives what is said under a merged id to the remaining customer. What is gone stays
 * gone, so any order of arrival leads to the same rows.
 */
@Injectable()
export class GoneRecordsService {
  constructor(
    private readonly repository: GoneRepository,
    private readonly commerce: CommerceRepository,
  ) {}

  /** The caller holds the lock of commerce. */
  async resolve(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<Resolved> {
    const { customers, orders } = await this.repository.kinds(tx, retailerId);
    const withOrders = await this.resolveOrders(tx, retailerId, commands, orders);
    const changesCustomers = commands.some(({ record }) => isGoneCustomer(record));
    if (!customers && !changesCustomers) return { commands: withOrders, moved: [] };
    return this.resolveCustomers(tx, retailerId, withOrders);
  }

  private async resolveOrders(
    tx: Tx,
    retailerId: string,
    commands: readonly CommerceCommand[],
    areSomeDeleted: boolean,
  ): Promise<readonly CommerceCommand[]> {
    const now = commands.flatMap(({ record }) => (record.kind === 'order-deleted' ? [record.externalId] : []));
    if (now.length > 0) await this.repository.deleteOrders(tx, retailerId, now);
    if (now.length === 0 && !areSomeDeleted) return commands;
    const deleted = await this.repository.deletedAmong(tx, retailerId, namesIn(commands).orders);
    return commands.map(({ record, cause }) => ({ record: withoutDeletedOrder(record, deleted), cause }));
  }

  private async resolveCustomers(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<Resolved> {
    const idOf = (externalId: string): string => entityId(retailerId, 'customer', externalId);
    const stored = await this.repository.identities(tx, retailerId, namesIn(commands).customers);
    const named = commands.flatMap(({ record }) => idsOfGone(record)).flatMap((id) => [id, ...rootsOf(stored, id)]);
    const rows = await this.commerce.customers(tx, retailerId, [...new Set(named)].map(idOf));
    const identities = new Identities(stored, new Map([...rows.values()].map((row) => [row.externalId, row])));
    const moved: Resolved['moved'][number][] = [];
    const toSettle = new Map<string, Settling>();
    for (const { record, cause } of commands) {
      const move = moveOf(identities, record);
      if (!move) continue;
      await this.move(tx, retailerId, identities, move);
      moved.push({ customerId: idOf(move.from), cause });
      if (move.to !== null) toSettle.set(move.to, { cause, email: null });
    }
    const kept = commands.flatMap((command) => rewritten(command, identities, toSettle));
    const settled = [...toSettle].flatMap(([id, { cause, email }]): CommerceCommand[] => {
      const root = identities.remaining(id);
      return root === null ? [] : [{ record: { kind: 'settled', settled: identities.settled(root, email) }, cause }];
    });
    await this.repository.save(tx, retailerId, identities.changes());
    return { commands: [...kept, ...settled], moved };
  }

  private async move(tx: Tx, retailerId: string, identities: Identities, { from, to }: Move): Promise<void> {
    const idOf = (externalId: string): string => entityId(retailerId, 'customer', externalId);
    if (to !== null && (await this.commerce.customers(tx, retailerId, [idOf(to)])).size === 0) {
      await this.commerce.saveCustomers(tx, retailerId, [emptyCustomer(idOf(to), to)]);
    }
    await this.repository.moveOrders(tx, retailerId, {
      from: idOf(from),
      fromExternalId: from,
      to: to === null ? null : idOf(to),
      goneAs: to === null ? identities.rootOf(from) : null,
    });
    await this.repository.deleteCustomer(tx, retailerId, idOf(from));
  }
}

interface Settling {
  readonly cause: CommerceCommand['cause'];
  /** The address that a consent named, for a customer without a record of their own. */
  readonly email: string | null;
}

const isGoneCustomer = ({ kind }: CommerceRecord): boolean => kind === 'customer-deleted' || kind === 'customer-merged';

function idsOfGone(record: CommerceRecord): string[] {
  if (record.kind === 'customer-deleted') return [record.externalId];
  return record.kind === 'customer-merged' ? [record.merge.externalId, record.merge.keptExternalId] : [];
}

const rootsOf = (stored: readonly { externalId: string; mergedInto: string | null }[], id: string): string[] =>
  stored.flatMap(({ externalId, mergedInto }) => (externalId === id && mergedInto !== null ? [mergedInto] : []));

function moveOf(identities: Identities, record: CommerceRecord): Move | undefined {
  if (record.kind === 'customer-deleted') return identities.delete(record.externalId);
  return record.kind === 'customer-merged' ? identities.merge(record.merge) : undefined;
}

function withoutDeletedOrder(record: CommerceRecord, deleted: ReadonlySet<string>): CommerceRecord {
  if (record.kind === 'order-deleted') return { kind: 'order-gone', externalId: record.externalId };
  if (record.kind !== 'order' || !deleted.has(record.order.externalId)) return record;
  return { kind: 'order', order: { ...record.order, financialStatus: 'deleted' } };
}

/** The command for the remaining customer; nothing where the identities have taken what it says. */
function rewritten(
  command: CommerceCommand,
  identities: Identities,
  toSettle: Map<string, Settling>,
): CommerceCommand[] {
  const { record, cause } = command;
  const settle = (externalId: string, email: string | null): void => {
    const root = identities.rootOf(externalId);
    toSettle.set(root, { cause, email: email ?? toSettle.get(root)?.email ?? null });
  };
  switch (record.kind) {
    case 'customer-deleted':
    case 'customer-merged':
      return [];
    case 'order':
      return [{ record: { kind: 'order', order: withRemaining(record.order, identities) }, cause }];
    case 'customer': {
      const { externalId, email } = record.customer;
      if (!identities.has(externalId)) return [command];
      const isOwn = identities.rootOf(externalId) === externalId;
      if (isOwn && email) identities.follow(externalId);
      if (isOwn) return identities.remaining(externalId) === null ? [] : [command];
      if (email) {
        identities.address(externalId, email);
        settle(externalId, null);
      }
      return [];
    }
    case 'consent': {
      const { externalId, email } = record.consent;
      if (!identities.has(externalId)) return [command];
      identities.say(externalId, record.consent);
      settle(externalId, identities.rootOf(externalId) === externalId ? (email ?? null) : null);
      return [];
    }
    default:
      return [command];
  }
}

/** A record of a merged customer says nothing about the remaining one, except that the order is theirs. */
function withRemaining(order: OrderRecord, identities: Identities): OrderRecord {
  const { customer, ...rest } = order;
  if (!customer || !identities.has(customer.externalId)) return order;
  const remaining = identities.remaining(customer.externalId);
  if (remaining === null) return { ...rest, goneCustomer: identities.rootOf(customer.externalId) };
  return remaining === customer.externalId ? order : { ...rest, customer: { externalId: remaining, updatedAt: null } };
}
