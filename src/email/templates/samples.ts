import {
  type EmailScope,
  NO_LISTS,
  type OwnLinks,
  type RecipientScope,
  type ScopeOffer,
  type ScopeProduct,
} from './scope.js';

/** Links as long as real ones. */
export const SAMPLE_LINKS: OwnLinks = {
  unsubscribeUrl: `https://service.example/unsubscribe/${'x'.repeat(90)}`,
  viewInBrowserUrl: `https://service.example/e/${'x'.repeat(60)}`,
  preferencesUrl: `https://service.example/unsubscribe/${'x'.repeat(90)}`,
};

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Majoribanks';

/** No host has these images. They have addresses all the same, because emails are measured and checked with them. */
const SAMPLE_IMAGE = /https:\/\/shop\.example\/pictures\/sideboard-\d+\.jpg/g;

/** A grey sideboard. */
const SIDEBOARD = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><path fill="#ececec" d="M0 0h600v600H0z"/>' +
    '<path fill="#b9b9b9" d="M120 220h360v170H120zM150 390h24v50h-24zm276 0h24v50h-24z"/>' +
    '<path stroke="#ececec" stroke-width="6" d="M300 226v158M276 300v20m48-20v20"/></svg>',
)}`;

/** The HTML of a worst case with images that a browser can show. */
export const withSampleImages = (html: string): string => html.replaceAll(SAMPLE_IMAGE, SIDEBOARD);

const PRODUCTS: readonly ScopeProduct[] = Array.from({ length: 10 }, (_, index) => ({
  title: `Hand-finished extra long walnut sideboard with brass handles, number ${index + 1} of the autumn collection`,
  url: `https://shop.example/products/sideboard-${index + 1}`,
  imageUrl: `https://shop.example/pictures/sideboard-${index + 1}.jpg`,
  price: '12345.00',
  compareAtPrice: '23456.00',
  currency: 'USD',
}));

export const SAMPLE_OFFER: ScopeOffer = {
  code: 'WELCOMEBACK-7K4M9QXT2',
  url: 'https://shop.example/discount/WELCOMEBACK-7K4M9QXT2?redirect=/',
  label: '123,456.00 USD off',
  endsAt: '2026-12-30T22:59:59.000Z',
  endsOn: 'Wednesday, 30 December 2026, 11:59 PM',
};

const FULL: EmailScope['customer'] = {
  firstName: 'Maximiliana-Alexandrina-Konstantina',
  lastName: LONG,
  name: `Maximiliana-Alexandrina-Konstantina ${LONG}`,
  email: `maximiliana.alexandrina.${'konstantina'.repeat(3)}@a-rather-long-domain-name.example`,
  country: 'DE',
  ordersCount: 1_234,
  totalSpent: '123456.78',
  lastOrderAt: '2026-01-31T10:00:00.000Z',
};

const order = (products: typeof PRODUCTS): Omit<RecipientScope, 'customer' | 'offer'> => ({
  lastOrder: { orderedAt: '2026-01-31T10:00:00.000Z', total: '123456.78', currency: 'USD', products },
  products,
  lists: { lastOrder: products, new: products, priceDrop: products, backInStock: products, bestsellers: products },
});

/**
 * Text that a hostile person or store could put into its data: the beginning of an address, further attributes, CSS.
 * Web addresses and figures can't be hostile, because the service or the platform makes them.
 */
const EVIL = 'javascript:alert(1) onmouseover=alert(1) x;behavior:url(#x)}';

export const HOSTILE: Omit<EmailScope, keyof OwnLinks> = {
  customer: { ...FULL, firstName: EVIL, lastName: EVIL, name: EVIL, email: EVIL, country: EVIL },
  ...order(PRODUCTS.map((product) => ({ ...product, title: EVIL }))),
  offer: { ...SAMPLE_OFFER, label: EVIL, endsOn: EVIL },
  shop: { url: 'https://shop.example' },
  brand: { name: EVIL, postalAddress: EVIL, logoUrl: 'https://shop.example/l.png' },
};

/** Recipients whose data break emails most easily. `no_name` has no value that a customer may lack. */
export const WORST_CASES: Readonly<Record<'longest_name' | 'no_name' | 'right_to_left', RecipientScope>> = {
  longest_name: { customer: FULL, ...order(PRODUCTS), offer: SAMPLE_OFFER },
  no_name: {
    customer: { email: 'someone@example.com', ordersCount: 0, totalSpent: '0.00' },
    products: [],
    lists: { lastOrder: [], ...NO_LISTS },
  },
  right_to_left: {
    customer: { ...FULL, firstName: 'مريم', lastName: 'עמית-الأنصاري', name: 'مريم עמית-الأنصاري', country: 'AE' },
    ...order(PRODUCTS.slice(0, 3).map((product) => ({ ...product, title: 'كرسي من خشب الجوز، مصنوع باليد' }))),
    offer: { ...SAMPLE_OFFER, label: 'خصم 20%' },
  },
};
