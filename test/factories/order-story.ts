import type { Buyer, Customer, OrderLife, Step } from './order-life.js';
import { aCustomer, anOrder, aRefund, type RefundForm } from './wire.js';

/** The platform's ids for one run of a story. */
export interface Cast {
  readonly order: number;
  readonly ann: number;
  readonly bob: number;
}

/** A delivery without the ids of its run. */
export interface Told {
  readonly topic: string;
  readonly body: (cast: Cast) => object;
}

/** The expected records at the end, computed from the steps. Amounts are in cents, and names replace ids. */
export interface Ending {
  readonly order: {
    readonly total: number;
    readonly refunded: number;
    readonly net: number;
    readonly counted: boolean;
    readonly buyer: Buyer;
  };
  readonly refunds: readonly number[];
  readonly customers: Partial<Record<Customer, CustomerEnding>>;
}

export interface CustomerEnding {
  readonly email: string | null;
  readonly marketing: string;
  readonly orders: number;
  readonly spent: number;
  readonly segments: readonly string[];
}

interface CustomerState {
  readonly email: string | null;
  readonly updatedAt: string;
  readonly marketing: string;
}

interface OrderState {
  readonly cents: number;
  readonly buyer: Buyer;
  readonly status: string;
  readonly cancelledAt: string | null;
  readonly refunds: readonly ToldRefund[];
}

interface ToldRefund {
  readonly cents: number;
  readonly form: RefundForm;
}

export const SEGMENTS = {
  anybody: { minOrders: 0 },
  buyers: { minOrders: 1 },
  'good for fifty': { minPurchaseAmount: 50 },
};

/** Turns a life into deliveries like the platform: each change has its own update time and the body of that moment. */
export class OrderStory {
  readonly deliveries: Told[] = [];
  private minutes = 0;
  private order: OrderState;
  private cancelled = false;
  private readonly seen = new Set<Customer>();
  private readonly people: Record<Customer, CustomerState> = {
    ann: { email: 'ann@example.com', updatedAt: this.tick(), marketing: 'unknown' },
    bob: { email: 'bob@example.com', updatedAt: this.tick(), marketing: 'unknown' },
  };

  constructor({ cents, buyer, status, steps }: OrderLife) {
    this.order = { cents, buyer, status, cancelledAt: null, refunds: [] };
    this.tellOrder('orders/create', {});
    for (const step of steps) this.take(step);
  }

  private take(step: Step): void {
    switch (step.kind) {
      case 'edit':
        return this.tellOrder('orders/updated', { cents: step.cents });
      case 'status':
        return this.tellOrder('orders/updated', { status: step.status });
      case 'assign':
        return this.tellOrder('orders/updated', { buyer: step.to });
      case 'cancel':
        return this.cancel(step.forgotten);
      case 'refund':
        return this.refund(step);
      case 'customer':
        return this.change(step.of, { email: step.email });
      case 'consent':
        return this.decide(step.of, step.state);
    }
  }

  private cancel(forgotten: boolean): void {
    this.cancelled = true;
    this.tellOrder('orders/cancelled', { cancelledAt: this.tick() });
    if (forgotten) this.order = { ...this.order, cancelledAt: null };
  }

  private refund({ percent, pending, form }: Extract<Step, { kind: 'refund' }>): void {
    const refund = { cents: Math.floor((this.order.cents * percent) / 100), form };
    const number = this.order.refunds.length + 1;
    const refunds = [...this.order.refunds, refund];
    const status = pending ? 'pending' : 'success';
    this.deliveries.push({ topic: 'refunds/create', body: (cast) => refundBody(cast, number, refund, status) });
    this.tellOrder('orders/updated', { refunds, status: percent === 100 ? 'refunded' : 'partially_refunded' });
  }

  private tellOrder(topic: string, change: Partial<OrderState>): void {
    const order = (this.order = { ...this.order, ...change });
    const { buyer, cents, status, cancelledAt, refunds } = order;
    const person = buyer === 'guest' ? null : { name: buyer, ...this.people[buyer] };
    if (person) this.seen.add(person.name);
    const updatedAt = this.tick();
    this.deliveries.push({
      topic,
      body: (cast) =>
        anOrder({
          id: cast.order,
          total: money(cents),
          status,
          updatedAt,
          cancelledAt,
          refunds: refunds.map((refund, index) => refundBody(cast, index + 1, refund, 'success')),
          customerId: null,
          extra: { customer: person && aCustomer({ ...person, id: cast[person.name] }) },
        }),
    });
  }

  private change(name: Customer, change: Partial<CustomerState>): void {
    const person = (this.people[name] = { ...this.people[name], ...change, updatedAt: this.tick() });
    this.seen.add(name);
    this.deliveries.push({ topic: 'customers/update', body: (cast) => aCustomer({ ...person, id: cast[name] }) });
  }

  private decide(name: Customer, state: string): void {
    this.change(name, { marketing: state });
    this.deliveries.pop();
    const { email, updatedAt } = this.people[name];
    this.deliveries.push({
      topic: 'customers_email_marketing_consent/update',
      body: (cast) => ({
        customer_id: cast[name],
        email_address: email,
        email_marketing_consent: { state, opt_in_level: null, consent_updated_at: updatedAt },
      }),
    });
  }

  get ending(): Ending {
    const { cents, buyer, status, refunds } = this.order;
    const counted = !this.cancelled && ['paid', 'partially_refunded'].includes(status);
    const refunded = refunds.reduce((sum, { cents: amount }) => sum + amount, 0);
    const net = counted ? Math.max(0, cents - refunded) : 0;
    const customers: Ending['customers'] = {};
    for (const name of this.seen) {
      const { email, marketing } = this.people[name];
      const orders = counted && buyer === name ? 1 : 0;
      const spent = orders * net;
      const segments = ['anybody', ...(orders > 0 ? ['buyers'] : []), ...(spent >= 5_000 ? ['good for fifty'] : [])];
      customers[name] = { email, marketing, orders, spent, segments };
    }
    return {
      order: { total: cents, refunded, net, counted, buyer },
      refunds: refunds.map((one) => one.cents),
      customers,
    };
  }

  /** The next minute of the story. */
  private tick(): string {
    this.minutes += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.minutes * 60_000).toISOString();
  }
}

const money = (cents: number): string => (cents / 100).toFixed(2);

const refundBody = ({ order }: Cast, number: number, { cents, form }: ToldRefund, status: string): object =>
  aRefund({ id: number, orderId: order, amount: money(cents), status, form });
