import type { Decimal4 } from '#libs/kernel';
import type { Customer } from './customer.entity.js';
import type { Order } from './order.entity.js';

/** A stored customer without its facts. */
export type CustomerRow = Readonly<
  Pick<
    Customer,
    | 'id'
    | 'externalId'
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'country'
    | 'language'
    | 'languageSaidAt'
    | 'marketing'
    | 'marketingUpdatedAt'
  >
> & { readonly updatedAt: Customer['platformUpdatedAt'] };

/** A stored order without the decision about it. */
export type OrderRow = Readonly<
  Pick<
    Order,
    | 'externalId'
    | 'customerId'
    | 'currency'
    | 'otherCurrency'
    | 'financialStatus'
    | 'cancelledAt'
    | 'test'
    | 'productIds'
    | 'discountCodes'
    | 'billingCountry'
    | 'orderedAt'
    | 'triggeredAt'
  >
> & { readonly total: Decimal4; readonly updatedAt: Order['platformUpdatedAt'] };
