import type { Decimal4 } from '#libs/kernel';
import type { Marketing } from '../../commerce/model/customer.entity.js';

/** What criteria may ask about a customer. Always equal to what the stored orders say. */
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
  /** ISO 3166 alpha-2 of the default address, else of the last billing address. */
  readonly country: string | null;
  /** Platform ids of products in counted orders; of those that were asked for. */
  readonly productIds: ReadonlySet<string>;
}
