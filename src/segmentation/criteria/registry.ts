import { type Decimal4, formatDecimal, formatMoney } from '#libs/kernel';
import { MARKETING_STATES, type Marketing } from '../../commerce/model/customer.entity.js';
import type { Criterion, Json } from './criterion.js';
import type { CustomerFacts } from './facts.js';
import { inRanges, RFM_NAMES, RFM_PARTS, rangesSql, readRfm, type RfmRanges, scoresOf } from './rfm.js';
import { domainOf, endsWith, hasOneOf, isOlder, readOf, suffixesOf } from './support.js';
import {
  readAmount,
  readCount,
  readCountries,
  readDays,
  readDomains,
  readMarketing,
  readProductIds,
  readTrue,
} from './values.js';

const AMOUNT = {
  oneOf: [
    { type: 'string', pattern: String.raw`^\d{1,15}(\.\d{1,4})?$` },
    { type: 'number', minimum: 0 },
  ],
};
const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const DAYS = { type: 'integer', minimum: 0, maximum: 36_500 };
const listOf = (items: object): object => ({ type: 'array', items, minItems: 1, maxItems: 200 });

/** An amount of at least or at most the value. A customer without such an amount meets neither. */
const amount = (
  operator: '>=' | '<=',
  column: string,
  of: (facts: CustomerFacts) => Decimal4 | null,
  about: {
    readonly description: string;
    readonly example: Json;
    readonly atMost?: string;
    /** Which orders in the store's currency contribute to the amount; default is all of them. */
    readonly counts?: (limit: Decimal4, net: Decimal4) => boolean;
  },
): Criterion<Decimal4> => ({
  ...readOf(readAmount, formatMoney),
  schema: { ...AMOUNT, description: about.description, example: about.example },
  operator,
  holds: (limit, facts) => {
    const sum = of(facts);
    return sum !== null && (operator === '>=' ? sum >= limit : sum <= limit);
  },
  sql: (limit, { binder }) => `coalesce(${column} ${operator} ${binder.bind(formatDecimal(limit), 'numeric')}, false)`,
  fact: (facts) => money(of(facts)),
  counts: (limit, { net, otherCurrency }) => !otherCurrency && (about.counts?.(limit, net) ?? true),
  ...(about.atMost ? { atMost: about.atMost } : {}),
});

const money = (sum: Decimal4 | null): Json => (sum === null ? null : formatMoney(sum));

/** The average is compared without a division: total >= limit x orders is exact. */
const average = (operator: '>=' | '<=', about: { description: string; atMost?: string }): Criterion<Decimal4> => ({
  ...readOf(readAmount, formatMoney),
  schema: { ...AMOUNT, description: about.description, example: '80.00' },
  operator,
  holds: (limit, { ordersCount, totalSpent }) => {
    const product = limit * BigInt(ordersCount);
    return ordersCount > 0 && (operator === '>=' ? totalSpent >= product : totalSpent <= product);
  },
  sql: (limit, { binder }) =>
    `(c.orders_count > 0 AND c.total_spent ${operator} ${binder.bind(formatDecimal(limit), 'numeric')} * c.orders_count)`,
  fact: ({ ordersCount, totalSpent }) => {
    if (ordersCount === 0) return null;
    // Rounded to the side on which the rounded average compares like the exact one.
    const orders = BigInt(ordersCount);
    return formatMoney(operator === '>=' ? totalSpent / orders : (totalSpent + orders - 1n) / orders);
  },
  counts: () => true,
  ...(about.atMost ? { atMost: about.atMost } : {}),
});

const orders = (operator: '>=' | '<=', description: string, atMost?: string): Criterion<number> => ({
  ...readOf(readCount, (count) => count),
  schema: { ...COUNT, description, example: operator === '>=' ? 2 : 5 },
  operator,
  holds: (limit, { ordersCount }) => (operator === '>=' ? ordersCount >= limit : ordersCount <= limit),
  sql: (limit, { binder }) => `c.orders_count ${operator} ${binder.bind(limit, 'integer')}`,
  fact: ({ ordersCount }) => ordersCount,
  counts: () => true,
  ...(atMost ? { atMost } : {}),
});

/** The time since the first or last order, exact to the instant. A day has 24 hours, also when clocks are changed. */
const elapsed = (
  which: 'firstOrderAt' | 'lastOrderAt',
  kind: 'older' | 'within',
  description: string,
): Criterion<number> => {
  const column = which === 'firstOrderAt' ? 'c.first_order_at' : 'c.last_order_at';
  return {
    ...readOf(readDays, (days) => days),
    schema: { ...DAYS, description, example: 90 },
    operator: kind === 'older' ? 'older_than_days' : 'within_days',
    holds: (days, facts, { now }) => {
      const at = facts[which];
      return at !== null && isOlder(at, days, now) === (kind === 'older');
    },
    sql: (days, { binder, now }) =>
      `(${column} IS NOT NULL AND ${column} ${kind === 'older' ? '<=' : '>'} ${now} - ${binder.bind(days * 24, 'integer')} * interval '1 hour')`,
    fact: (facts) => {
      const at = facts[which];
      return at === null ? null : new Date(at).toISOString();
    },
    counts: (_days, { orderedAt }, facts) => orderedAt === facts[which],
    instant: (days) => ({
      key: `${which}+${days}`,
      at: (facts) => {
        const at = facts[which];
        return at === null ? undefined : at + days * 86_400_000;
      },
      sql: (binder) => `${column} + ${binder.bind(days * 24, 'integer')} * interval '1 hour'`,
    }),
  };
};

const products = (bought: boolean, description: string): Criterion<readonly string[]> => ({
  ...readOf(readProductIds, (ids) => ids),
  schema: { ...listOf({ type: 'string', maxLength: 64 }), description, example: ['632910392'] },
  operator: bought ? 'any_of' : 'none_of',
  holds: (ids, { productIds }) => ids.some((id) => productIds.has(id)) === bought,
  sql: (ids, { binder, orders: source }) =>
    `${bought ? '' : 'NOT '}EXISTS (SELECT FROM ${source} o WHERE o.customer_id = c.id AND o.counted
       AND ${hasOneOf(ids, 'o.product_ids', binder)})`,
  fact: ({ productIds }, _moment, ids) => ids.filter((id) => productIds.has(id)),
  counts: (ids, order) => order.productIds.some((id) => ids.includes(id)),
  products: (ids) => ids,
});

const noOrders: Criterion<true> = {
  ...readOf(readTrue, (value) => value),
  schema: { type: 'boolean', enum: [true], description: 'Has no counted order', example: true },
  operator: '=',
  holds: (_value, { ordersCount }) => ordersCount === 0,
  sql: () => `c.orders_count = 0`,
  fact: ({ ordersCount }) => ordersCount === 0,
  counts: () => true,
};

const marketing: Criterion<Marketing> = {
  ...readOf(readMarketing, (state) => state),
  schema: {
    type: 'string',
    enum: [...MARKETING_STATES],
    description: "The customer's decision about marketing emails",
    example: 'subscribed',
  },
  operator: '=',
  holds: (state, facts) => facts.marketing === state,
  sql: (state, { binder }) => `c.marketing = ${binder.bind(state, 'text')}`,
  fact: (facts) => facts.marketing,
};

const emailDomains: Criterion<readonly string[]> = {
  ...readOf(readDomains, (domains) => domains),
  schema: {
    ...listOf({ type: 'string', maxLength: 254 }),
    description:
      'The address is in one of the domains or a subdomain; with a leading @ only in the domain itself, with a leading dot only in a subdomain',
    example: ['example.com', 'edu'],
  },
  operator: 'ends_in',
  holds: (domains, { email }) => email !== null && suffixesOf(domains).some((suffix) => email.endsWith(suffix)),
  sql: (domains, { binder }) =>
    `coalesce(c.email LIKE ANY (${binder.bind(suffixesOf(domains).map(endsWith), 'text[]')}), false)`,
  // The domain explains the result, and the address stays private.
  fact: ({ email }) => domainOf(email),
};

const countries: Criterion<readonly string[]> = {
  ...readOf(readCountries, (codes) => codes),
  schema: {
    ...listOf({ type: 'string', pattern: '^[A-Za-z]{2}$' }),
    description: "ISO 3166 alpha-2 of the default address; without one, of the last counted order's billing address",
    example: ['DE', 'AT'],
  },
  operator: 'any_of',
  holds: (codes, { country }) => country !== null && codes.includes(country),
  sql: (codes, { binder }) =>
    `coalesce(coalesce(c.country, c.billing_country) = ANY (${binder.bind(codes, 'text[]')}), false)`,
  fact: ({ country }) => country,
};

const rfm: Criterion<RfmRanges> = {
  ...readOf(readRfm, (ranges) =>
    Object.fromEntries(RFM_PARTS.flatMap((part) => (ranges[part] ? [[part, [...ranges[part]]]] : []))),
  ),
  schema: {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: Object.fromEntries(
      RFM_PARTS.map((part) => [
        part,
        { type: 'array', items: { type: 'integer', minimum: 1, maximum: 5 }, minItems: 2, maxItems: 2 },
      ]),
    ),
    description: [
      "Fifths of the brand's customers in its latest RFM run, 5 is the best; a range includes both ends.",
      'Common parts (recency, frequency, monetary):',
      RFM_NAMES.map(({ name, ranges }) => `${name} ${RFM_PARTS.map((part) => ranges[part].join('-')).join(', ')}`).join(
        '; ',
      ),
    ].join(' '),
    example: { recency: [1, 2], frequency: [4, 5] },
  },
  operator: 'between',
  holds: (ranges, facts, moment) => inRanges(ranges, scoresOf(facts, moment.rfm)),
  sql: (ranges, scope) => rangesSql(ranges, scope.rfm, scope.binder),
  fact: (facts, moment) => scoresOf(facts, moment.rfm),
  counts: () => true,
};

const spent = ({ totalSpent }: CustomerFacts): Decimal4 => totalSpent;

/** All criteria besides `all`, `any` and `not`. A new criterion is one entry here, with its tests. */
export const CRITERIA = {
  minPurchaseAmount: amount('>=', 'c.total_spent', spent, {
    description: 'Has spent at least this much, in the currency of the store',
    example: '250.00',
    atMost: 'maxPurchaseAmount',
  }),
  maxPurchaseAmount: amount('<=', 'c.total_spent', spent, {
    description: 'Has spent at most this much; a customer without orders has spent 0',
    example: '1000.00',
  }),
  minOrders: orders('>=', 'Has at least this many counted orders', 'maxOrders'),
  maxOrders: orders('<=', 'Has at most this many counted orders'),
  minAverageOrderAmount: average('>=', {
    description: 'The average net amount of the counted orders is at least this; never holds without orders',
    atMost: 'maxAverageOrderAmount',
  }),
  maxAverageOrderAmount: average('<=', {
    description: 'The average net amount of the counted orders is at most this; never holds without orders',
  }),
  minSingleOrderAmount: amount('>=', 'c.largest_order', ({ largestOrder }) => largestOrder, {
    description: 'A counted order has at least this net amount',
    example: '120.00',
    counts: (limit, net) => net >= limit,
  }),
  lastOrderOlderThanDays: elapsed('lastOrderAt', 'older', 'The last counted order is N x 24 hours old, or older'),
  lastOrderWithinDays: elapsed('lastOrderAt', 'within', 'The last counted order is younger than N x 24 hours'),
  firstOrderOlderThanDays: elapsed('firstOrderAt', 'older', 'The first counted order is N x 24 hours old, or older'),
  firstOrderWithinDays: elapsed('firstOrderAt', 'within', 'The first counted order is younger than N x 24 hours'),
  noOrders,
  purchasedProductIds: products(true, "A counted order has one of these products; the platform's ids"),
  notPurchasedProductIds: products(false, "No counted order has one of these products; the platform's ids"),
  marketing,
  emailDomains,
  countries,
  rfm,
} as const;

export type CriterionKey = keyof typeof CRITERIA;
export const CRITERION_KEYS = Object.keys(CRITERIA) as CriterionKey[];
