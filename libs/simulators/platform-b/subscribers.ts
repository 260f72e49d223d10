import type { CustomerRecord, Instant } from '../records/records.js';
import { isoSeconds, type Json, numeric } from './json.js';

export type SubscriberChange = 'created' | 'updated' | 'deleted';

/** One row of the newsletter list, as the API shows it. */
export interface Subscriber {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly source: 'storefront' | 'order' | 'custom';
  readonly order_id: number | null;
  readonly channel_id: number;
  readonly consents: readonly string[];
  readonly date_created: string;
  readonly date_modified: string;
}

const NEWSLETTER = 'marketing_newsletter';
/** Keeps the ids of rows apart from those of customers. */
const FIRST_ID = 500_000_000;

/** The id of the row of a customer whose consent a record says. */
export const subscriberIdOf = (customer: Pick<CustomerRecord, 'id'>): number => FIRST_ID + numeric(customer.id);

/** Whether the record says that the customer decided about the newsletter. */
export const hasDecided = ({ consent, email }: CustomerRecord): boolean =>
  email !== null && (consent.state === 'subscribed' || consent.state === 'unsubscribed');

/** The newsletter list of one store. */
export class SubscriberBook {
  /** Called for each change that is in no event of a history. */
  changed: (change: SubscriberChange, id: number) => void = () => undefined;
  private readonly rows = new Map<number, Subscriber>();
  private lastId = 0;

  all(): readonly Subscriber[] {
    return [...this.rows.values()];
  }

  get(id: number): Subscriber | undefined {
    return this.rows.get(id);
  }

  byEmail(email: string): Subscriber | undefined {
    return this.all().find((row) => row.email.toLowerCase() === email.toLowerCase());
  }

  /** Creates or changes the row of the address, as the storefront or the merchant does. */
  put(given: Partial<Subscriber> & Pick<Subscriber, 'email'>, at: Instant = Date.now()): Subscriber {
    const known = this.byEmail(given.email);
    const row: Subscriber = {
      ...(known ?? fresh(given.id ?? (this.lastId += 1), at)),
      ...given,
      date_modified: given.date_modified ?? isoSeconds(at),
    };
    this.rows.set(row.id, row);
    this.changed(known ? 'updated' : 'created', row.id);
    return row;
  }

  /** Deletes the row of the address. */
  remove(email: string): void {
    const row = this.byEmail(email);
    if (!row) return;
    this.rows.delete(row.id);
    this.changed('deleted', row.id);
  }

  removeAll(): void {
    for (const { email } of this.all()) this.remove(email);
  }

  /** PUT of the API: what the body lacks gets its initial value. Undefined for an unknown row. */
  replace(id: number, body: Json): Subscriber | undefined {
    const known = this.rows.get(id);
    if (!known) return undefined;
    const { date_created: created } = known;
    this.rows.set(id, { ...fresh(id, Date.now()), ...body, id, date_created: created });
    this.changed('updated', id);
    return this.rows.get(id);
  }

  /** Takes over the consent of a customer's record, unless the row is newer. Sends no event. */
  follow(customer: CustomerRecord): void {
    if (!hasDecided(customer)) return;
    const id = subscriberIdOf(customer);
    const email = customer.email ?? '';
    const { state, updatedAt } = customer.consent;
    const at = updatedAt ?? customer.updatedAt;
    const known = this.rows.get(id) ?? this.byEmail(email);
    if (known && Date.parse(known.date_modified) > at) return;
    const consents = state === 'subscribed' ? [NEWSLETTER] : [];
    const names = { first_name: customer.firstName ?? '', last_name: customer.lastName ?? '' };
    const row = known ?? fresh(id, at);
    this.rows.set(row.id, { ...row, ...names, email, consents, date_modified: isoSeconds(at) });
  }
}

const fresh = (id: number, at: Instant): Subscriber => ({
  id,
  email: '',
  first_name: '',
  last_name: '',
  source: 'storefront',
  order_id: null,
  channel_id: 1,
  consents: [],
  date_created: isoSeconds(at),
  date_modified: isoSeconds(at),
});
