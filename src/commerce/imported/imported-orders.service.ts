import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Counted, type CountingRules, countOrder } from '../model/count-order.js';
import { RecountService } from '../recount/recount.service.js';
import { type CustomersToWrite, customersToWrite } from './imported-customers.sql.js';
import { type CountedImport, type OrderTerms, ordersToInsert } from './imported-orders.sql.js';
import { ImportedPeopleService, type ResolvedPeople } from './imported-people.service.js';
import { ImportedRepository } from './imported.repository.js';
import type { ImportedOrder, ImportedPerson } from './records.js';

/** The import that writes, with what decides about its orders. */
export interface ImportTenant extends OrderTerms {
  readonly rules: CountingRules;
}

/** What has become of orders. Orders are named by their external ids, customers by our ids. */
export interface WrittenOrders {
  readonly people: ResolvedPeople;
  readonly created: ReadonlySet<string>;
  /** Stored orders that changed. */
  readonly updated: ReadonlySet<string>;
  /** Customers of the orders that were created. Their facts are right, unless they are stale too. */
  readonly grown: ReadonlySet<string>;
  /** Customers whose facts have to be computed from all of their orders. */
  readonly stale: ReadonlySet<string>;
}

/** Writes imported orders and their customers. */
@Injectable()
export class ImportedOrdersService {
  constructor(
    private readonly repository: ImportedRepository,
    private readonly people: ImportedPeopleService,
    private readonly recount: RecountService,
  ) {}

  /**
   * Writes the orders in the caller's transaction, which holds the lock of commerce: of several records of an order the
   * last one. While Postgres runs a statement, this process writes the parameters of the next one.
   */
  async write(tx: Tx, tenant: ImportTenant, given: readonly ImportedOrder[]): Promise<WrittenOrders> {
    const isRecounting = await this.recount.isPending(tx, tenant.retailerId);
    const { people, orders } = await this.decide(tx, tenant, given);
    const { created, facts } = await this.insert(tx, tenant, people, orders);
    await this.repository.link(tx, tenant, people.links);
    const isNew = ({ order }: CountedImport): boolean => created.has(order.externalId);
    const isAllNew = created.size === orders.length;
    const stored = isAllNew ? [] : orders.filter((order) => !isNew(order));
    const formerOf = await this.repository.updateOrders(tx, tenant, stored);
    const added = isAllNew ? orders : orders.filter(isNew);
    const stale = new Set([
      ...idsOf(stored.filter(({ order }) => formerOf.has(order.externalId))),
      ...[...formerOf.values()].flatMap((id) => id ?? []),
      // The import decides by the new rule about orders of customers whose facts may be those of the old one.
      ...(isRecounting ? idsOf(orders.filter(isOfKnown(people))) : []),
    ]);
    const isPrepared = isAllNew && stale.size === 0;
    const toAdd = isPrepared
      ? []
      : added.filter(isOfKnown(people)).filter(({ customerId }) => !stale.has(customerId ?? ''));
    await this.repository.addFacts(tx, isPrepared ? facts : growth(tenant, toAdd));
    return { people, created, updated: new Set(formerOf.keys()), grown: new Set(idsOf(added)), stale };
  }

  /** Finds the customers of the orders, and decides whether the orders count. */
  private async decide(tx: Tx, { retailerId, rules }: ImportTenant, given: readonly ImportedOrder[]) {
    const resolving = this.people.resolve(
      tx,
      retailerId,
      given.map(({ person }) => person),
    );
    const last = [...new Map(given.map((order) => [order.externalId, order])).values()];
    const decided = last.map((order) => ({ order, decision: decisionOn(order, rules) }));
    const people = await resolving;
    const orders = decided.map(({ order, decision }) => ({
      order,
      decision,
      customerId: order.person && (people.ids.get(order.person.externalId) ?? null),
    }));
    return { people, orders };
  }

  /**
   * Inserts the new customers and the new orders. Returns the ids of these orders, and what stored customers get if all
   * orders are new. They nearly always are, so that is prepared here.
   */
  private async insert(tx: Tx, tenant: ImportTenant, people: ResolvedPeople, orders: readonly CountedImport[]) {
    const ofFresh = orders.filter(({ customerId }) => customerId !== null && people.fresh.has(customerId));
    const adding = this.repository.addCustomersOf(tx, customersToWrite(tenant, people.fresh, ofFresh));
    const toInsert = ordersToInsert(tenant, orders);
    await adding;
    const inserting = this.repository.insertOrders(tx, toInsert);
    const facts = growth(tenant, orders.filter(isOfKnown(people)));
    return { created: await inserting, facts };
  }
}

/** Whether the order has a customer who was stored before. */
const isOfKnown =
  ({ fresh }: ResolvedPeople) =>
  ({ customerId }: CountedImport): boolean =>
    customerId !== null && !fresh.has(customerId);

/** The facts that stored customers get with new orders. */
const growth = (tenant: ImportTenant, orders: readonly CountedImport[]): CustomersToWrite =>
  customersToWrite(tenant, peopleOf(orders), orders);

const idsOf = (orders: readonly CountedImport[]): string[] => orders.flatMap(({ customerId }) => customerId ?? []);

/** The customers of the orders as people, by our id. */
const peopleOf = (orders: readonly CountedImport[]): ReadonlyMap<string, ImportedPerson> =>
  new Map(
    orders.flatMap(({ order, customerId }) =>
      customerId !== null && order.person ? [[customerId, order.person] as const] : [],
    ),
  );

const decisionOn = ({ test, financialStatus, total, refunded }: ImportedOrder, rules: CountingRules): Counted =>
  countOrder({ test, cancelledAt: null, financialStatus, total, refunded }, rules);
