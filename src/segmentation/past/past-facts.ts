import { type Decimal4, parseDecimal } from '#libs/kernel';
import type { PastCustomer, PastOrder } from '../../commerce/queries/past.queries.js';
import type { CustomerFacts } from '../criteria/facts.js';

/** The facts of a customer at an instant of the past: those of the orders that were added so far, by time. */
export class PastFacts implements CustomerFacts {
  ordersCount = 0;
  totalSpent: Decimal4 = 0n;
  largestOrder: Decimal4 | null = null;
  firstOrderAt: number | null = null;
  lastOrderAt: number | null = null;
  country: string | null;
  readonly email: string | null;
  readonly marketing: CustomerFacts['marketing'];
  readonly productIds = new Set<string>();

  /** Address, country and consent are today's. */
  constructor({ email, marketing, country }: PastCustomer) {
    this.email = email;
    this.marketing = marketing;
    this.country = country;
    this.hasCountry = country !== null;
  }

  private readonly hasCountry: boolean;

  add({ orderedAt, net, otherCurrency, billingCountry, productIds }: PastOrder): void {
    this.ordersCount += 1;
    this.firstOrderAt ??= orderedAt;
    this.lastOrderAt = orderedAt;
    if (!this.hasCountry && billingCountry !== null) this.country = billingCountry;
    for (const id of productIds) this.productIds.add(id);
    if (otherCurrency) return;
    const amount = parseDecimal(net) ?? 0n;
    this.totalSpent += amount;
    if (this.largestOrder === null || amount > this.largestOrder) this.largestOrder = amount;
  }
}
