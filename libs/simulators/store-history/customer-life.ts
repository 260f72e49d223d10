import type { RecordEvent } from '../records/record-event.js';
import type { CustomerRecord, Instant, MarketingState } from '../records/records.js';
import { makeAddress } from './people.js';
import type { Random } from '#libs/random';
import { secondAfter, stamp } from './stamp.js';

const DAY = 86_400_000;

/** Shares of customers: invented, of the size that stores report. */
const SUBSCRIBES = 0.35;
const UNSUBSCRIBES = 0.12;
const MOVES_HOUSE = 0.15;

/** The versions of one customer, oldest first, and the events that made them. */
export class CustomerLife {
  readonly events: RecordEvent[] = [];
  private readonly states: CustomerRecord[];

  constructor(
    born: CustomerRecord,
    private readonly random: Random,
    private readonly until: Instant,
  ) {
    this.states = [born];
    this.events.push(...stamp(born.createdAt, random, [{ topic: 'customers/create', customer: born }]));
    if (random.chance(SUBSCRIBES)) this.subscribe(born.createdAt);
    if (random.chance(MOVES_HOUSE)) this.move(born.createdAt + random.exponential(1 / (90 * DAY)));
  }

  get latest(): CustomerRecord {
    return this.states.at(-1) as CustomerRecord;
  }

  /** The version of the customer at that time, as an order shows it. */
  at(time: Instant): CustomerRecord {
    return this.states.findLast((state) => state.updatedAt <= time) ?? (this.states[0] as CustomerRecord);
  }

  private subscribe(at: Instant): void {
    this.consent('subscribed', at);
    if (this.random.chance(UNSUBSCRIBES)) this.consent('unsubscribed', at + this.random.exponential(1 / (60 * DAY)));
  }

  private consent(state: MarketingState, wanted: Instant): void {
    const at = secondAfter(wanted, this.latest.updatedAt);
    if (at >= this.until) return;
    const customer: CustomerRecord = {
      ...this.latest,
      updatedAt: at,
      consent: { state, optInLevel: 'single_opt_in', updatedAt: at },
    };
    this.states.push(customer);
    this.events.push(...stamp(at, this.random, [{ topic: 'customers_email_marketing_consent/update', customer }]));
  }

  private move(wanted: Instant): void {
    const at = secondAfter(wanted, this.latest.updatedAt);
    if (at >= this.until) return;
    const customer: CustomerRecord = { ...this.latest, updatedAt: at, address: makeAddress(this.random) };
    this.states.push(customer);
    this.events.push(...stamp(at, this.random, [{ topic: 'customers/update', customer }]));
  }
}
