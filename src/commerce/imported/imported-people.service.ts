import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { TombstonesService } from '../../personal-data/tombstones.service.js';
import { type FoundCustomer, ImportedRepository } from './imported.repository.js';
import type { ImportedCustomer, ImportedPerson } from './records.js';

/** The customers of some records. */
export interface ResolvedPeople {
  /** Our ids, by external id. A person who was erased has none. */
  readonly ids: ReadonlyMap<string, string>;
  /** Customers who are new with these records, by our id. They are not written yet. */
  readonly fresh: ReadonlyMap<string, ImportedCustomer>;
  /** Ids of other systems that mean customers with another external id, by external id. */
  readonly links: ReadonlyMap<string, string>;
}

/** Finds the customers of imported records. */
@Injectable()
export class ImportedPeopleService {
  constructor(
    private readonly repository: ImportedRepository,
    private readonly tombstones: TombstonesService,
  ) {}

  /** Which external ids and addresses belong to erased persons. The caller holds the lock of commerce. */
  async erased(
    tx: Tx,
    retailerId: string,
    people: readonly ImportedPerson[],
    orders: readonly string[],
  ): Promise<{ readonly isErased: (person: ImportedPerson) => boolean; readonly orders: ReadonlySet<string> }> {
    const customers = [...new Set(people.map(({ externalId }) => externalId))];
    const emails = [...new Set(people.flatMap(({ email }) => email ?? []))];
    const erased = await this.tombstones.among(tx, retailerId, { customers, orders, emails });
    return {
      isErased: ({ externalId, email }) =>
        erased.customers.has(externalId) || (email !== null && erased.emails.has(email)),
      orders: erased.orders,
    };
  }

  /**
   * The same address is the same person: a customer of the store, of another import, or of another record in the list.
   * So an id that is new may mean a customer who is known.
   */
  async resolve(tx: Tx, retailerId: string, customers: readonly ImportedCustomer[]): Promise<ResolvedPeople> {
    const byExternalId = new Map<string, ImportedCustomer>();
    for (const customer of customers) {
      const { externalId, email } = customer.person;
      const before = byExternalId.get(externalId);
      if (!before || (before.person.email === null && email !== null)) byExternalId.set(externalId, customer);
    }
    const wanted = [...byExternalId.values()].map(({ person }) => person);
    return resolved(byExternalId, wanted, await this.repository.found(tx, retailerId, wanted));
  }
}

function resolved(
  byExternalId: ReadonlyMap<string, ImportedCustomer>,
  wanted: readonly ImportedPerson[],
  found: readonly FoundCustomer[],
): ResolvedPeople {
  const ids = new Map(found.map(({ externalId, customerId }) => [externalId, customerId]));
  const links = new Map(
    found.filter(({ byEmail }) => byEmail).map(({ externalId, customerId }) => [externalId, customerId]),
  );
  const byEmail = new Map<string, string>();
  const fresh = new Map<string, ImportedCustomer>();
  for (const { externalId, customerId, email } of wanted) {
    if (ids.has(externalId)) continue;
    const same = email === null ? undefined : byEmail.get(email);
    ids.set(externalId, same ?? customerId);
    if (same !== undefined) {
      links.set(externalId, same);
      continue;
    }
    const customer = byExternalId.get(externalId);
    if (customer) fresh.set(customerId, customer);
    if (email !== null) byEmail.set(email, customerId);
  }
  return { ids, fresh, links };
}
