import type { Decimal4 } from '#libs/kernel';

/** What criteria may ask about a customer. Always equal to what the stored orders say. */
export interface CustomerFacts {
  /** Counted orders. */
  readonly ordersCount: number;
  /** Sum of their net amounts, in the store's currency. */
  readonly totalSpent: Decimal4;
}
