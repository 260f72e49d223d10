import type { RecordEvent } from '../records/record-event.js';
import type { Cents, CustomerRecord, Instant, OrderRecord, RefundRecord } from '../records/records.js';
import type { PlatformIds } from './platform-ids.js';
import type { Random } from '#libs/random';
import { secondAfter, stamp } from './stamp.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Invented shares of orders, as stores report them. Some are larger, so that a small history has every case. */
const PAID_LATER = 0.85;
const PARTLY_PAID = 0.05;
const DECLINED = 0.06;
const CANCELLED = 0.03;
const FULFILLED = 0.3;
const RETURNED = 0.09;
const RETURNED_AGAIN = 0.15;
const REFUND_FAILS_FIRST = 0.05;
const REFUND_STAYS_PENDING = 0.05;

/** The events of one order from its placement to the end of the history. */
export class OrderLife {
  readonly events: RecordEvent[] = [];
  private order: OrderRecord;

  constructor(
    placed: OrderRecord,
    private readonly customerAt: (time: Instant) => CustomerRecord | null,
    private readonly ids: PlatformIds,
    private readonly random: Random,
    private readonly until: Instant,
  ) {
    this.order = placed;
    this.events.push(...stamp(placed.createdAt, random, [{ topic: 'orders/create', order: placed }]));
    if (placed.financialStatus === 'pending') this.settle();
    if (this.order.financialStatus === 'paid') this.handle();
  }

  get latest(): OrderRecord {
    return this.order;
  }

  private settle(): void {
    const at = this.order.createdAt + this.random.logNormal(20 * HOUR, 1);
    const fate = this.random.uniform();
    if (fate < PAID_LATER) this.update(at, { financialStatus: 'paid' });
    else if (fate < PAID_LATER + PARTLY_PAID) this.update(at, { financialStatus: 'partially_paid' });
    else if (fate < PAID_LATER + PARTLY_PAID + DECLINED) this.cancel(at, 'declined');
  }

  /** Adds the further events of a paid order, which is cancelled, or sent and perhaps returned. */
  private handle(): void {
    const { createdAt, presentment, totalCents } = this.order;
    // The store's amount of a refund in a foreign currency is not documented, so those orders have no refunds.
    const refundable = presentment === null && totalCents > 0;
    if (refundable && this.random.chance(CANCELLED)) {
      this.cancel(createdAt + this.random.exponential(1 / (8 * HOUR)), 'customer');
      return;
    }
    if (this.random.chance(FULFILLED)) {
      this.update(createdAt + DAY * (1 + 3 * this.random.uniform()), { fulfillmentStatus: 'fulfilled' });
    }
    if (refundable && this.random.chance(RETURNED)) {
      this.refundPart(createdAt + this.random.logNormal(10 * DAY, 0.5));
      const again = this.order.updatedAt + this.random.logNormal(6 * DAY, 0.5);
      if (this.random.chance(RETURNED_AGAIN)) this.refundPart(again);
    }
  }

  private update(wanted: Instant, change: Partial<OrderRecord>): void {
    const at = secondAfter(wanted, this.order.updatedAt);
    if (at >= this.until) return;
    this.become(at, change);
    this.events.push(...stamp(at, this.random, [{ topic: 'orders/updated', order: this.order }]));
  }

  private cancel(wanted: Instant, cancelReason: 'customer' | 'declined'): void {
    const at = secondAfter(wanted, this.order.updatedAt);
    if (at >= this.until) return;
    const paid = this.order.financialStatus === 'paid';
    const refund = paid ? this.refundOf(at, this.order.totalCents, 'everything') : undefined;
    const lineItems = this.order.lineItems.map((item) => ({ ...item, currentQuantity: 0 }));
    this.become(at, {
      cancelledAt: at,
      cancelReason,
      lineItems,
      financialStatus: paid ? 'refunded' : 'voided',
      refunds: refund ? [refund] : [],
    });
    const { order } = this;
    this.events.push(
      ...stamp(at, this.random, [
        ...(refund ? [{ topic: 'refunds/create', refund, order } as const] : []),
        { topic: 'orders/cancelled', order },
        { topic: 'orders/updated', order },
      ]),
    );
  }

  /** Refunds one piece, everything that is left, or some money without goods. */
  private refundPart(wanted: Instant): void {
    const at = secondAfter(wanted, this.order.updatedAt);
    const left = this.order.totalCents - returnedCents(this.order);
    if (at >= this.until || left <= 0) return;
    const kind = this.random.uniform();
    const piece = this.order.lineItems.find((item) => item.currentQuantity > 0);
    let refund: RefundRecord;
    if (kind < 0.6 && piece) refund = this.refundOf(at, Math.min(left, piece.priceCents), piece.id);
    else if (kind < 0.85) refund = this.refundOf(at, left, 'everything');
    else refund = this.refundOf(at, Math.max(1, Math.floor(left / 10)), 'money');
    const returned = new Map(refund.lineItems.map((line) => [line.lineItemId, line.quantity]));
    const lineItems = this.order.lineItems.map((item) => ({
      ...item,
      currentQuantity: item.currentQuantity - (returned.get(item.id) ?? 0),
    }));
    const refunds = [...this.order.refunds, refund];
    const gone = returnedCents({ refunds });
    const moved = gone >= this.order.totalCents ? 'refunded' : 'partially_refunded';
    this.become(at, { lineItems, refunds, financialStatus: gone === 0 ? this.order.financialStatus : moved });
    const { order } = this;
    const happenings = [
      { topic: 'refunds/create', refund, order } as const,
      { topic: 'orders/updated', order } as const,
    ];
    this.events.push(...stamp(at, this.random, happenings));
  }

  private refundOf(at: Instant, amountCents: Cents, goods: string): RefundRecord {
    const lines = this.order.lineItems.filter((item) => goods === 'everything' || item.id === goods);
    const lineItems = lines
      .map((item) => ({ item, quantity: goods === 'everything' ? item.currentQuantity : 1 }))
      .filter(({ quantity }) => quantity > 0)
      .map(({ item, quantity }) => ({
        id: this.ids.take('refundLineItem'),
        lineItemId: item.id,
        quantity,
        subtotalCents: quantity * item.priceCents,
      }));
    const transaction = (status: 'success' | 'pending' | 'failure') =>
      ({ id: this.ids.take('transaction'), kind: 'refund', status, amountCents, createdAt: at }) as const;
    const luck = this.random.uniform();
    const failsFirst = luck < REFUND_FAILS_FIRST;
    const staysPending = goods === 'money' && luck > 1 - REFUND_STAYS_PENDING;
    return {
      id: this.ids.take('refund'),
      orderId: this.order.id,
      createdAt: at,
      note: goods === 'money' ? 'Arrived late' : null,
      lineItems,
      transactions: [
        ...(failsFirst ? [transaction('failure')] : []),
        transaction(staysPending ? 'pending' : 'success'),
      ],
    };
  }

  private become(updatedAt: Instant, change: Partial<OrderRecord>): void {
    this.order = { ...this.order, ...change, updatedAt, customer: this.customerAt(updatedAt) };
  }
}

const returnedCents = ({ refunds }: Pick<OrderRecord, 'refunds'>): Cents =>
  refunds
    .flatMap((refund) => refund.transactions)
    .reduce((sum, { status, amountCents }) => sum + (status === 'success' ? amountCents : 0), 0);
