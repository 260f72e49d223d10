import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { TombstonesService } from '../../personal-data/tombstones.service.js';
import { type FoundCustomer, ImportedRepository } from './imported.repository.js';
import type { ImportedPerson } from './records.js';

/** The customers of some records. */
export interface ResolvedPeople {
  /** Our ids, by external id. A person who was erased has none. */
  readonly ids: ReadonlyMap<string, string>;
  /** Customers who are new with these records, by our id. They are not written yet. */
  readonly fresh: ReadonlyMap<string, ImportedPerson>;
  /** Ids of other systems that mean customers with another external id, by external id. */
  readonly links: ReadonlyMap<string, string>;
  /** People whose address completes a customer of an import. */
  readonly completing: readonly ImportedPerson[];
}

export interface ErasedPeople {
  isErased(person: ImportedPerson): boolean;
  /** External ids. */
  readonly orders: ReadonlySet<string>;
}

const NOBODY: ErasedPeople = { isErased: () => false, orders: new Set() };

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
    people: readonly (ImportedPerson | null)[],
    orders: readonly string[],
  ): Promise<ErasedPeople> {
    if (!(await this.tombstones.any(tx, retailerId))) return NOBODY;
    const named = people.flatMap((person) => person ?? []);
    const customers = [...new Set(named.map(({ externalId }) => externalId))];
    const emails = [...new Set(named.flatMap(({ email }) => email ?? []))];
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
  async resolve(tx: Tx, retailerId: string, people: readonly (ImportedPerson | null)[]): Promise<ResolvedPeople> {
    const byExternalId = new Map<string, ImportedPerson>();
    for (const person of people) {
      if (!person) continue;
      const before = byExternalId.get(person.externalId);
      if (!before || (before.email === null && person.email !== null)) byExternalId.set(person.externalId, person);
    }
    const wanted = [...byExternalId.values()];
    return resolved(wanted, await this.repository.found(tx, retailerId, wanted));
  }
}

function resolved(wanted: readonly ImportedPerson[], found: readonly FoundCustomer[]): ResolvedPeople {
  const ids = new Map<string, string>();
  const links = new Map<string, string>();
  const lacking = new Set<string>();
  for (const { externalId, customerId, byEmail, lacksEmail } of found) {
    ids.set(externalId, customerId);
    if (byEmail) links.set(externalId, customerId);
    if (lacksEmail) lacking.add(externalId);
  }
  const byEmail = new Map<string, string>();
  const fresh = new Map<string, ImportedPerson>();
  for (const person of wanted) {
    const { externalId, customerId, email } = person;
    if (ids.has(externalId)) continue;
    const same = email === null ? undefined : byEmail.get(email);
    ids.set(externalId, same ?? customerId);
    if (same !== undefined) {
      links.set(externalId, same);
      continue;
    }
    fresh.set(customerId, person);
    if (email !== null) byEmail.set(email, customerId);
  }
  return { ids, fresh, links, completing: wanted.filter(({ externalId }) => lacking.has(externalId)) };
}
