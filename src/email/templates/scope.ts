import type { LastOrderView, RecipientView } from '../../commerce/queries/recipient.queries.js';
import type { BrandSender } from '../../retailers/brand-kit.js';
import { pageUrl } from '../../retailers/storefront.js';

interface ScopeProduct {
  readonly title: string;
  readonly url?: string;
  readonly imageUrl?: string;
  readonly price?: string;
}

/** The variables of Liquid. A missing value is absent rather than null, so that strict Liquid names it. */
export interface EmailScope {
  readonly customer: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly name?: string;
    readonly email?: string;
    readonly country?: string;
    readonly ordersCount: number;
    readonly totalSpent: string;
    readonly lastOrderAt?: string;
  };
  readonly lastOrder?: {
    readonly orderedAt: string;
    readonly total: string;
    readonly currency: string;
    readonly products: readonly ScopeProduct[];
  };
  readonly products: readonly ScopeProduct[];
  /** The store's front page. */
  readonly shop: { readonly url?: string };
  readonly brand: { readonly name: string; readonly postalAddress?: string; readonly logoUrl?: string };
  readonly unsubscribeUrl: string;
}

/** A brand, as emails show it. */
export interface BrandProfile {
  readonly name: string;
  readonly sender: Partial<BrandSender>;
  readonly logoUrl?: string | null;
  /** The store's front page, without a slash at its end; undefined if unknown. */
  readonly storeUrl: string | undefined;
  /** The hosts of the store, with their port if there is one. */
  readonly hosts: readonly string[];
}

export const shopScope = ({ storeUrl }: Pick<BrandProfile, 'storeUrl'>): EmailScope['shop'] =>
  storeUrl === undefined ? {} : { url: storeUrl };

export function brandScope({ name, sender, logoUrl }: BrandProfile): EmailScope['brand'] {
  return {
    name: sender.name || name,
    ...(sender.postalAddress ? { postalAddress: sender.postalAddress } : {}),
    ...(logoUrl ? { logoUrl } : {}),
  };
}

export function recipientScope(
  customer: RecipientView | undefined,
  order: LastOrderView | undefined,
  storeUrl: string | undefined,
): Pick<EmailScope, 'customer' | 'lastOrder' | 'products'> {
  const products = (order?.products ?? []).map(({ title, pagePath, imageUrl, price }) => {
    const url = pageUrl(storeUrl, pagePath);
    return { title, ...(url ? { url } : {}), ...(imageUrl ? { imageUrl } : {}), ...(price === null ? {} : { price }) };
  });
  return {
    customer: customerScope(customer),
    products,
    ...(order
      ? {
          lastOrder: {
            orderedAt: order.orderedAt.toISOString(),
            total: order.total,
            currency: order.currency,
            products,
          },
        }
      : {}),
  };
}

function customerScope(customer: RecipientView | undefined): EmailScope['customer'] {
  if (!customer) return { ordersCount: 0, totalSpent: '0.00' };
  const { firstName, lastName, email, country, ordersCount, totalSpent, lastOrderAt } = customer;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return {
    ordersCount,
    totalSpent,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(country ? { country } : {}),
    ...(lastOrderAt ? { lastOrderAt: lastOrderAt.toISOString() } : {}),
  };
}
