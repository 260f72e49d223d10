import type { LastOrderView, RecipientView, ShownProduct } from '../../commerce/queries/recipient.queries.js';
import type { BrandSender } from '../../retailers/brand-kit.js';
import { pageUrl } from '../../retailers/storefront.js';
import type { ShownImages } from './personal-image.js';

export interface ScopeProduct {
  readonly title: string;
  readonly url?: string;
  readonly imageUrl?: string;
  /** A decimal such as `24.90`. */
  readonly price?: string;
  /** The price before a reduction; absent where there is none. */
  readonly compareAtPrice?: string;
  /** ISO 4217, of both prices. */
  readonly currency?: string;
}

/** The lists of the block `:::products`, most fitting first. A list is empty if the store has nothing for it. */
export interface ScopeLists {
  readonly lastOrder: readonly ScopeProduct[];
  readonly new: readonly ScopeProduct[];
  readonly priceDrop: readonly ScopeProduct[];
  readonly backInStock: readonly ScopeProduct[];
  readonly bestsellers: readonly ScopeProduct[];
}

/** The recipient's offer. Absent where the sequence has none, or where the email goes without it. */
export interface ScopeOffer {
  readonly code: string;
  /** Applies the code and leads to the store. */
  readonly url: string;
  /** "10% off", in the language of the email. */
  readonly label: string;
  /** ISO 8601. */
  readonly endsAt: string;
  /** The end in words, in the language of the email and the time zone of the store. */
  readonly endsOn: string;
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
  readonly lists: ScopeLists;
  readonly offer?: ScopeOffer;
  /** The images of the recipient, by their name. Absent: each is that of its request. */
  readonly images?: ShownImages;
  /** The store's front page. */
  readonly shop: { readonly url?: string };
  readonly brand: { readonly name: string; readonly postalAddress?: string; readonly logoUrl?: string };
  readonly unsubscribeUrl: string;
  /** The email itself as a page. */
  readonly viewInBrowserUrl: string;
  /** The page where a person chooses which emails to get. */
  readonly preferencesUrl: string;
}

/** Links of the service itself. They are never counted and lead to no store. */
export type OwnLinks = Pick<EmailScope, 'unsubscribeUrl' | 'viewInBrowserUrl' | 'preferencesUrl'>;

/** The parts of the scope that belong to one recipient. */
export type RecipientScope = Pick<EmailScope, 'customer' | 'lastOrder' | 'products' | 'lists' | 'offer'>;

export const NO_LISTS: Omit<ScopeLists, 'lastOrder'> = { new: [], priceDrop: [], backInStock: [], bestsellers: [] };

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

/** A product of the store. A price that is not above the present one is none to compare with. */
export function scopeProduct(
  { title, pagePath, imageUrl, price, compareAtPrice }: ShownProduct,
  storeUrl: string | undefined,
  currency: string | null,
): ScopeProduct {
  const url = pageUrl(storeUrl, pagePath);
  const isReduced = price !== null && compareAtPrice !== null && Number(compareAtPrice) > Number(price);
  return {
    title,
    ...(url ? { url } : {}),
    ...(imageUrl ? { imageUrl: quotable(imageUrl) } : {}),
    ...(price === null ? {} : { price, ...(currency === null ? {} : { currency }) }),
    ...(isReduced ? { compareAtPrice } : {}),
  };
}

/** The address in a form that ends no string of CSS. */
const quotable = (url: string): string => url.replaceAll("'", '%27').replaceAll('\\', '%5C');

export function recipientScope(
  customer: RecipientView | undefined,
  order: LastOrderView | undefined,
  storeUrl: string | undefined,
  lists: Omit<ScopeLists, 'lastOrder'> = NO_LISTS,
): RecipientScope {
  const products = (order?.products ?? []).map((product) => scopeProduct(product, storeUrl, order?.currency ?? null));
  return {
    customer: customerScope(customer),
    products,
    lists: { lastOrder: products, ...lists },
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
