import type { EmailScope } from './scope.js';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Majoribanks';

const PRODUCTS = Array.from({ length: 10 }, (_, index) => ({
  title: `Hand-finished extra long walnut sideboard with brass handles, number ${index + 1} of the autumn collection`,
  url: `https://shop.example/products/sideboard-${index + 1}`,
  imageUrl: `https://shop.example/pictures/sideboard-${index + 1}.jpg`,
  price: '12,345.00',
}));

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

const order = (products: typeof PRODUCTS): Pick<EmailScope, 'lastOrder' | 'products'> => ({
  lastOrder: { orderedAt: '2026-01-31T10:00:00.000Z', total: '123456.78', currency: 'USD', products },
  products,
});

/**
 * Text that a hostile person or store could put into its data: the beginning of an address, further attributes, CSS.
 * Web addresses and figures can't be hostile, because the service or the platform makes them.
 */
const EVIL = 'javascript:alert(1) onmouseover=alert(1) x;behavior:url(#x)}';

export const HOSTILE: Omit<EmailScope, 'unsubscribeUrl'> = {
  customer: { ...FULL, firstName: EVIL, lastName: EVIL, name: EVIL, email: EVIL, country: EVIL },
  ...order(PRODUCTS.map((product) => ({ ...product, title: EVIL }))),
  shop: { url: 'https://shop.example' },
  brand: { name: EVIL, postalAddress: EVIL, logoUrl: 'https://shop.example/l.png' },
};

/** Recipients whose data break emails most easily. `no_name` has no value that a customer may lack. */
export const WORST_CASES: Readonly<
  Record<'longest_name' | 'no_name' | 'right_to_left', Pick<EmailScope, 'customer' | 'lastOrder' | 'products'>>
> = {
  longest_name: { customer: FULL, ...order(PRODUCTS) },
  no_name: { customer: { email: 'someone@example.com', ordersCount: 0, totalSpent: '0.00' }, products: [] },
  right_to_left: {
    customer: { ...FULL, firstName: 'مريم', lastName: 'עמית-الأنصاري', name: 'مريم עמית-الأنصاري', country: 'AE' },
    ...order(PRODUCTS.slice(0, 3).map((product) => ({ ...product, title: 'كرسي من خشب الجوز، مصنوع باليد' }))),
  },
};
