import type { Decimal4 } from '#libs/kernel';
import type { Customer } from './customer.entity.js';
import type { Order } from './order.entity.js';
import type { Product } from './product.entity.js';

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
    | 'goneCustomer'
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

/** A stored product. */
export type ProductRow = Readonly<
  Pick<
    Product,
    | 'externalId'
    | 'title'
    | 'handle'
    | 'pagePath'
    | 'status'
    | 'imageUrl'
    | 'available'
    | 'tracksStock'
    | 'publishedAt'
    | 'priceSince'
    | 'priceDroppedAt'
    | 'backInStockAt'
  >
> &
  Readonly<Record<'price' | 'compareAtPrice' | 'formerPrice', Decimal4 | null>> & {
    readonly updatedAt: Product['platformUpdatedAt'];
  };
