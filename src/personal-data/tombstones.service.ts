import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from './person.js';
import { SubjectHasher } from './subject-hash.js';
import { TombstoneRepository } from './tombstone.repository.js';

/** Customers and orders by the platform's ids. */
export interface Names {
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  /**
   * Addresses in lower case. Only imports of history ask for them: an erased person may register again with the same
   * address, and then the platform gives them another id.
   */
  readonly emails?: readonly string[];
}

export interface Erased {
  readonly customers: ReadonlySet<string>;
  readonly orders: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

const NONE: Erased = { customers: new Set(), orders: new Set(), emails: new Set() };

/** Records erased persons and orders by keyed hashes. */
@Injectable()
export class TombstonesService {
  constructor(
    private readonly repository: TombstoneRepository,
    private readonly hasher: SubjectHasher,
  ) {}

  async add(tx: Tx, { retailerId, externalIds, orderIds, emails }: Person): Promise<void> {
    await this.repository.add(tx, retailerId, [
      ...externalIds.map((id) => this.hasher.hash(retailerId, 'customer', id)),
      ...orderIds.map((id) => this.hasher.hash(retailerId, 'order', id)),
      ...emails.map((email) => this.hasher.hash(retailerId, 'email', email)),
    ]);
  }

  /** Whether any person of the store was erased. The caller must hold the lock that erasures of the store take too. */
  any(tx: Tx, retailerId: string): Promise<boolean> {
    return this.repository.any(tx, retailerId);
  }

  /** Which of these were erased. The caller must hold the lock that erasures of the store take too. */
  async among(tx: Tx, retailerId: string, { customers, orders, emails = [] }: Names): Promise<Erased> {
    if (customers.length + orders.length + emails.length === 0) return NONE;
    if (!(await this.repository.any(tx, retailerId))) return NONE;
    const ofCustomers = customers.map((id) => ({ id, hashes: this.hasher.all(retailerId, 'customer', id) }));
    const ofOrders = orders.map((id) => ({ id, hashes: this.hasher.all(retailerId, 'order', id) }));
    const ofEmails = emails.map((id) => ({ id, hashes: this.hasher.all(retailerId, 'email', id) }));
    const asked = [...ofCustomers, ...ofOrders, ...ofEmails].flatMap(({ hashes }) => hashes);
    const set = await this.repository.find(tx, retailerId, asked);
    const erased = (named: typeof ofCustomers): ReadonlySet<string> =>
      new Set(named.filter(({ hashes }) => hashes.some((hash) => set.has(hash))).map(({ id }) => id));
    return { customers: erased(ofCustomers), orders: erased(ofOrders), emails: erased(ofEmails) };
  }
}
