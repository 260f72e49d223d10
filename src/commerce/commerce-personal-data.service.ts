import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { lockRetailer } from '../database/retailer-locks.js';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  type MergedCustomer,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { GoneRepository } from './gone/gone.repository.js';
import { ImportedDataRepository } from './imported/imported-data.repository.js';
import { CustomerDataRepository } from './customer-data.repository.js';

/** Customers with their orders and refunds, for exports, erasures and purges. */
@Injectable()
export class CommercePersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'commerce';
  readonly layer = 'facts';
  readonly tables = [
    'recounts',
    'customer_changes',
    'order_code_changes',
    'customer_identities',
    'imported_customers',
    'import_replacements',
    'deleted_orders',
    'orders',
    'refunds',
    'customers',
    'products',
  ];
  readonly locksStore = true;

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly repository: CustomerDataRepository,
    private readonly gone: GoneRepository,
    private readonly imported: ImportedDataRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /**
   * Adds all customers who have one of the person's ids or addresses, with their external ids and addresses. The orders
   * become those of these customers and the person's orders that belong to no other customer. The lock of commerce
   * keeps deliveries from adding rows of the person until the transaction ends.
   */
  async identify(tx: Tx, person: Person): Promise<Person> {
    const { retailerId } = person;
    await lockRetailer(tx, 'commerce', retailerId);
    const asked = await this.gone.idsOfSame(tx, retailerId, person.externalIds);
    const sharing = await this.repository.identities(tx, this.named(person, asked));
    const ids = union(
      asked,
      sharing.map(({ externalId }) => externalId),
    );
    const isAlone = ids.length === asked.length;
    // A customer with the same address may have been merged, or may have remained after a merge.
    const externalIds = isAlone ? asked : await this.gone.idsOfSame(tx, retailerId, ids);
    const { customerIds } = this.named(person, externalIds);
    const found = isAlone ? sharing : await this.repository.identities(tx, { ...person, customerIds });
    const all = union(
      customerIds,
      found.map(({ id }) => id),
    );
    return {
      ...person,
      customerIds: all,
      externalIds: union(externalIds, await this.imported.idsOf(tx, retailerId, all)),
      emails: union(
        person.emails,
        found.flatMap(({ email }) => email ?? []),
      ),
      orderIds: await this.repository.orderIds(tx, { ...person, customerIds: all, externalIds }),
    };
  }

  private named(person: Person, externalIds: readonly string[]): Person {
    const ids = externalIds.map((id) => entityId(person.retailerId, 'customer', id));
    return { ...person, customerIds: union(person.customerIds, ids) };
  }

  async exportCustomer(sql: Sql, person: Person): Promise<Record<string, unknown>> {
    return {
      customers: await this.repository.customers(sql, person),
      orders: await this.repository.orders(sql, person),
      refunds: await this.repository.refunds(sql, person),
      importedIds: await this.imported.ids(sql, person),
      replacedByImports: await this.imported.replaced(sql, person),
    };
  }

  async mergeCustomer(tx: Tx, { retailerId, from }: MergedCustomer): Promise<void> {
    await this.imported.forgetMerged(tx, retailerId, from);
  }

  /**
   * Deletes the person's customers and their queued changes. The orders, and what imports replaced in them, stay with
   * the store, without customer and billing country.
   */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    await lockRetailer(tx, 'commerce', person.retailerId);
    const orders = await this.repository.anonymiseOrders(tx, person);
    const replaced = await this.imported.anonymiseReplaced(tx, person);
    const deleted = await this.repository.deleteCustomers(tx, person);
    const replacements = replaced + (deleted['import_replacements'] ?? 0);
    return { removed: { orders, ...deleted, import_replacements: replacements } };
  }
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
