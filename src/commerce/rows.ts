import type { Decimal4 } from '#libs/kernel';
import type { Marketing } from './customer.entity.js';

/** A stored customer without its facts. */
export interface CustomerRow {
  readonly id: string;
  readonly externalId: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly languageSaidAt: Date | null;
  readonly marketing: Marketing;
  readonly marketingUpdatedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** A stored order without the decision what it counts. */
export interface OrderRow {
  readonly externalId: string;
  readonly customerId: string | null;
  readonly currency: string;
  readonly otherCurrency: boolean;
  readonly total: Decimal4;
  readonly financialStatus: string;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  readonly productIds: readonly string[];
  readonly billingCountry: string | null;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  readonly triggeredAt: Date | null;
}
