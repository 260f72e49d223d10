import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { lockRetailer } from '../../database/retailer-locks.js';
import { historyImportCause } from '../model/causes.js';
import { RecountService } from '../recount/recount.service.js';
import { CommerceRepository, silentChangesToRecord } from '../storage/commerce.repository.js';
import { ImportedOrdersService, type ImportTenant } from './imported-orders.service.js';
import { ImportedPeopleService, type ResolvedPeople } from './imported-people.service.js';
import { ImportedRepository } from './imported.repository.js';
import { type CustomerChangeByImport, mergeImported } from './merge-imported.js';
import type { ImportedCustomer, ImportedOrder, ImportedPerson, ImportName, ImportOutcome } from './records.js';

/**
 * Writes records of another system in the caller's transaction, and queues the customers for segmentation with a silent
 * cause: what follows starts no email. Repeating records changes nothing. Each method returns what has become of each
 * record, in the order of the records.
 */
@Injectable()
export class ImportedRecordsService {
  constructor(
    private readonly repository: ImportedRepository,
    private readonly commerce: CommerceRepository,
    private readonly people: ImportedPeopleService,
    private readonly orders: ImportedOrdersService,
    private readonly recount: RecountService,
    private readonly jobs: JobProducer,
  ) {}

  async applyOrders(tx: Tx, tenant: ImportTenant, orders: readonly ImportedOrder[]): Promise<ImportOutcome[]> {
    const { retailerId } = tenant;
    await lockRetailer(tx, 'commerce', retailerId);
    const erased = await this.people.erased(
      tx,
      retailerId,
      orders.map(({ person }) => person),
      orders.map(({ externalId }) => externalId),
    );
    const isErased = ({ externalId, person }: ImportedOrder): boolean =>
      erased.orders.has(externalId) || (person !== null && erased.isErased(person));
    const { people, created, updated, grown, stale } = await this.orders.write(
      tx,
      tenant,
      orders.filter((order) => !isErased(order)),
    );
    await this.recompute(tx, tenant, [...stale]);
    const completed = await this.merge(tx, tenant, people.completing.map(addressOf), people);
    const announcing = this.announce(tx, tenant, [...new Set([...grown, ...stale])]);
    // Postgres queues the customers meanwhile.
    const became = outcomes(orders, {
      isErased,
      isCreated: ({ externalId }) => created.has(externalId),
      isUpdated: ({ externalId }) => updated.has(externalId),
      isCompleted: ({ externalId }) => completed.has(people.ids.get(externalId) ?? ''),
    });
    await announcing;
    return became;
  }

  async applyCustomers(tx: Tx, tenant: ImportTenant, given: readonly ImportedCustomer[]): Promise<ImportOutcome[]> {
    const { retailerId } = tenant;
    await lockRetailer(tx, 'commerce', retailerId);
    const erased = await this.people.erased(
      tx,
      retailerId,
      given.map(({ person }) => person),
      [],
    );
    const kept = given.filter(({ person }) => !erased.isErased(person));
    const resolved = await this.people.resolve(
      tx,
      retailerId,
      kept.map(({ person }) => person),
    );
    await this.repository.addCustomers(tx, tenant, firstOf(kept, resolved.fresh));
    await this.repository.link(tx, tenant, resolved.links);
    const changed = await this.merge(tx, tenant, kept, resolved);
    const known = [...new Set(resolved.ids.values())].filter((id) => !resolved.fresh.has(id) && !changed.has(id));
    if (known.length > 0) await this.repository.nameCustomers(tx, tenant, known.toSorted());
    const unmerged = [...resolved.fresh.keys()].filter((id) => !changed.has(id));
    await this.announce(tx, tenant, unmerged);
    const seen = new Set<string>();
    return given.map(({ person }) => {
      const id = resolved.ids.get(person.externalId) ?? '';
      if (erased.isErased(person)) return 'erased';
      const isFirst = !seen.has(id);
      seen.add(id);
      if (resolved.fresh.has(id) && isFirst) return 'created';
      return changed.has(id) && isFirst ? 'updated' : 'unchanged';
    });
  }

  /** Merges the records with the stored customers, one after the other. Returns the customers that changed. */
  private async merge(
    tx: Tx,
    tenant: ImportTenant,
    given: readonly ImportedCustomer[],
    { ids: idsOf }: Pick<ResolvedPeople, 'ids'>,
  ): Promise<ReadonlySet<string>> {
    if (given.length === 0) return new Set();
    const { retailerId } = tenant;
    const all = [...new Set(given.map(({ person }) => idsOf.get(person.externalId) ?? ''))];
    const rows = await this.commerce.customers(tx, retailerId, all);
    const own = await this.repository.ofImports(tx, retailerId, all);
    const now = new Date();
    const named = new Map<string, CustomerChangeByImport>();
    for (const customer of given) {
      const id = idsOf.get(customer.person.externalId) ?? '';
      const earlier = named.get(id);
      const row = earlier?.row ?? rows.get(id);
      const change = row && mergeImported(row, customer, own.has(id), now);
      if (!change) continue;
      named.set(id, {
        row: change.row,
        isChanged: change.isChanged || earlier?.isChanged === true,
        before: { ...change.before, ...earlier?.before },
        after: { ...earlier?.after, ...change.after },
      });
    }
    await this.repository.keepCustomers(tx, tenant, [...named.values()]);
    const changed = [...named.values()].flatMap(({ row, isChanged }) => (isChanged ? [row] : []));
    await this.commerce.saveCustomers(
      tx,
      retailerId,
      changed.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const ids = changed.map(({ id }) => id);
    await this.announce(tx, tenant, ids);
    return new Set(ids);
  }

  /** Computes the facts of the customers from all of their orders, and queues the customers. */
  async settle(
    tx: Tx,
    tenant: Pick<ImportTenant, keyof ImportName | 'rules'>,
    touched: readonly (string | null)[],
  ): Promise<void> {
    const customerIds = [...new Set(touched.flatMap((id) => id ?? []))];
    await this.recompute(tx, tenant, customerIds);
    await this.announce(tx, tenant, customerIds);
  }

  private async recompute(
    tx: Tx,
    { retailerId, rules }: Pick<ImportTenant, 'retailerId' | 'rules'>,
    customerIds: readonly string[],
  ): Promise<void> {
    if (customerIds.length === 0) return;
    const sorted = customerIds.toSorted();
    await this.recount.ofTouched(tx, retailerId, sorted, rules);
    await tx.planForValues(() => this.commerce.recomputeFacts(tx, retailerId, sorted));
  }

  private async announce(tx: Tx, { retailerId, importId }: ImportName, customerIds: readonly string[]): Promise<void> {
    if (customerIds.length === 0) return;
    await this.commerce.recordChanges(tx, silentChangesToRecord(retailerId, customerIds, historyImportCause(importId)));
    tx.afterCommit(() => this.jobs.enqueue('segmentation.apply-changes', { retailerId }));
  }
}

/** The record of each new customer, by our id. Later records are merged into it. */
function firstOf(
  customers: readonly ImportedCustomer[],
  fresh: ReadonlyMap<string, ImportedPerson>,
): ReadonlyMap<string, ImportedCustomer> {
  const byPerson = new Map(customers.map((customer) => [customer.person, customer]));
  return new Map(
    [...fresh].flatMap(([id, person]) => {
      const customer = byPerson.get(person);
      return customer ? [[id, customer] as const] : [];
    }),
  );
}

/** What an order says of a person beside the order itself. */
const addressOf = (person: ImportedPerson): ImportedCustomer => ({
  person,
  firstName: null,
  lastName: null,
  country: null,
  marketing: 'unknown',
  decidedAt: null,
});

interface OrderOutcomes {
  isErased(order: ImportedOrder): boolean;
  isCreated(order: ImportedOrder): boolean;
  isUpdated(order: ImportedOrder): boolean;
  /** Whether an order with the address of the person has completed their customer. */
  isCompleted(person: ImportedPerson): boolean;
}

/** The last record of an order is written. An earlier one of the same list changes nothing. */
function outcomes(orders: readonly ImportedOrder[], became: OrderOutcomes): ImportOutcome[] {
  const seen = new Set<string>();
  const completed = new Set<string>();
  return orders.map((order) => {
    if (became.isErased(order)) return 'erased';
    const { externalId, person } = order;
    const isFirst = !seen.has(externalId);
    seen.add(externalId);
    const isCompleting =
      person !== null && person.email !== null && !completed.has(person.externalId) && became.isCompleted(person);
    if (isCompleting) completed.add(person.externalId);
    if (isFirst && became.isCreated(order)) return 'created';
    return isCompleting || (isFirst && became.isUpdated(order)) ? 'updated' : 'unchanged';
  });
}
