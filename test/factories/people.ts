import fc from 'fast-check';

/** An order as the rules use it. Money is in ten-thousandths, times are milliseconds since the epoch. */
export interface PersonsOrder {
  readonly at: number;
  readonly net: bigint;
  readonly counted: boolean;
  readonly products: readonly string[];
  readonly billingCountry: string | null;
}

export interface Person {
  readonly email: string | null;
  readonly country: string | null;
  readonly marketing: 'subscribed' | 'unsubscribed' | 'unknown';
  readonly orders: readonly PersonsOrder[];
}

export const DAY = 86_400_000;
/** A leap day between two changes of daylight saving time. */
export const LEAP_DAY = Date.UTC(2024, 1, 29, 23);

/** Small numbers and round times, so that customers are often exactly at a threshold. */
const amount = fc.bigInt({ min: 0n, max: 12n }).map((tens) => tens * 10_0000n);
const awkward = fc.bigInt({ min: 0n, max: 1_000_000n });
const at = fc
  .tuple(fc.integer({ min: -40, max: 5 }), fc.constantFrom(0, 0, 1, -1, 3_600_000))
  .map(([days, more]) => LEAP_DAY + days * DAY + more);
const product = fc.constantFrom('11', '12', '13', '14');
const country = fc.constantFrom('DE', 'AT', 'FR');

const order: fc.Arbitrary<PersonsOrder> = fc.record({
  at,
  net: fc.oneof(amount, awkward),
  counted: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  products: fc.uniqueArray(product, { maxLength: 3 }),
  billingCountry: fc.option(country),
});

export const person: fc.Arbitrary<Person> = fc.record({
  email: fc.option(
    fc.constantFrom('a@example.com', 'b@shop.example.com', 'c@notexample.com', 'd@x.edu', 'example.com@other.org'),
  ),
  country: fc.option(country),
  marketing: fc.constantFrom('subscribed', 'unsubscribed', 'unknown'),
  orders: fc.array(order, { maxLength: 5 }),
});

export type Criteria = Readonly<Record<string, unknown>>;

const money = fc.oneof(
  fc.nat({ max: 12 }).map((tens) => tens * 10),
  fc.nat({ max: 1_000_000 }).map((value) => (value / 10_000).toFixed(4)),
);
const count = fc.nat(4);
const days = fc.nat(45);
const range = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).map((pair) => pair.toSorted());
const products = fc.uniqueArray(product, { minLength: 1, maxLength: 4 });

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  minPurchaseAmount: money,
  maxPurchaseAmount: money,
  minOrders: count,
  maxOrders: count,
  minAverageOrderAmount: money,
  maxAverageOrderAmount: money,
  minSingleOrderAmount: money,
  lastOrderOlderThanDays: days,
  lastOrderWithinDays: days,
  firstOrderOlderThanDays: days,
  firstOrderWithinDays: days,
  noOrders: fc.constant(true),
  purchasedProductIds: products,
  notPurchasedProductIds: products,
  marketing: fc.constantFrom('subscribed', 'unsubscribed', 'unknown'),
  emailDomains: fc.uniqueArray(fc.constantFrom('example.com', '@example.com', '.example.com', 'edu'), { minLength: 1 }),
  countries: fc.uniqueArray(country, { minLength: 1 }),
  rfm: fc
    .record({ recency: range, frequency: range, monetary: range }, { requiredKeys: [] })
    .filter((ranges) => Object.keys(ranges).length > 0),
};
export const KEYS_WITH_VALUES = Object.keys(VALUES);

/** Criteria of time are the most frequent, because they are the hardest. */
const KEYS = [
  ...KEYS_WITH_VALUES,
  ...KEYS_WITH_VALUES.filter((key) => key.endsWith('Days')),
  ...KEYS_WITH_VALUES.filter((key) => key.endsWith('Days')),
];
const leaf: fc.Arbitrary<Criteria> = fc
  .constantFrom(...KEYS)
  .chain((key) => (VALUES[key] ?? fc.constant(null)).map((value) => ({ [key]: value })));

export const criteria: fc.Arbitrary<Criteria> = fc.letrec<{ node: Criteria; deeper: Criteria }>((tie) => ({
  node: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('deeper')),
  deeper: fc.oneof(
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('node').map((not) => ({ not })),
    fc.tuple(leaf, tie('node')).map(([one, other]) => ({ ...one, any: [other] })),
  ),
})).node;
