import type { Decimal4 } from '#libs/kernel';
import type { Marketing } from '../../commerce/model/customer.entity.js';

/** The facts of a customer that criteria use. Facts about orders always equal what the stored orders say. */
export interface CustomerFacts {
  /** Counted orders. */
  readonly ordersCount: number;
  /** Sum of their net amounts, in the store's currency. */
  readonly totalSpent: Decimal4;
  /** The largest net amount among them. */
  readonly largestOrder: Decimal4 | null;
  /** Milliseconds since the epoch. */
  readonly firstOrderAt: number | null;
  readonly lastOrderAt: number | null;
  readonly marketing: Marketing;
  /** Lower case. */
  readonly email: string | null;
  /** ISO 3166 alpha-2 of the default address; without one, of the last billing address. */
  readonly country: string | null;
  /** The platform's ids of products in counted orders, limited to the products in any criteria. */
  readonly productIds: ReadonlySet<string>;
}
