import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { lockRetailer } from '../../database/retailer-locks.js';
import { ImportedRepository } from './imported.repository.js';
import { type ImportedPerson, type ImportedRecords, type ImportName, peopleIn } from './records.js';
import { WrittenRowsRepository } from './written-rows.repository.js';
import { customerKey, orderKey, personKey, type WrittenRow, type WrittenRowKeys } from './written-rows.js';

/**
 * Lets a dry run continue where its last batch was taken back: it reads what a batch has written, and puts back what a
 * later batch can meet. All methods work in the transaction of the batch.
 */
@Injectable()
export class WrittenRowsService {
  constructor(
    private readonly imported: ImportedRepository,
    private readonly rows: WrittenRowsRepository,
  ) {}

  /**
   * By what the records find rows: their orders and people, the customers that are stored for these people, and their
   * addresses.
   */
  async met(tx: Tx, retailerId: string, records: ImportedRecords): Promise<WrittenRowKeys> {
    const people = peopleIn(records);
    const customerIds = [
      ...people.map(({ customerId }) => customerId),
      ...(await this.customersOf(tx, retailerId, people)),
    ];
    const keys = [
      ...records.orders.map(({ externalId }) => orderKey(externalId)),
      ...people.map(({ externalId }) => personKey(externalId)),
      ...customerIds.map(customerKey),
    ];
    return { keys: unique(keys), emails: unique(people.flatMap(({ email }) => email ?? [])) };
  }

  /** Writes the rows as they were read. */
  async putBack(tx: Tx, name: ImportName, rows: readonly WrittenRow[]): Promise<void> {
    await lockRetailer(tx, 'commerce', name.retailerId);
    const of = (kind: string) => rows.filter(({ key }) => key.startsWith(`${kind}:`));
    await this.rows.putBackCustomers(tx, name.retailerId, of('customer'));
    await this.rows.putBackOrders(tx, name.retailerId, of('order'));
    const links = of('person').map(({ key, customerId }) => [key.slice('person:'.length), customerId ?? ''] as const);
    await this.imported.link(tx, name, new Map(links));
  }

  /** The rows of the records once they are written. */
  async of(tx: Tx, retailerId: string, records: ImportedRecords): Promise<WrittenRow[]> {
    const people = peopleIn(records);
    const orders = unique(records.orders.map(({ externalId }) => externalId));
    return [
      ...(await this.rows.orders(tx, retailerId, orders)),
      ...(await this.rows.links(tx, retailerId, unique(people.map(({ externalId }) => externalId)))),
      ...(await this.rows.customers(tx, retailerId, unique(await this.customersOf(tx, retailerId, people)))),
    ];
  }

  private async customersOf(tx: Tx, retailerId: string, people: readonly ImportedPerson[]): Promise<string[]> {
    if (people.length === 0) return [];
    return (await this.imported.found(tx, retailerId, people)).map(({ customerId }) => customerId);
  }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];
