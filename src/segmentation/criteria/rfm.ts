import { type Decimal4, formatDecimal, parseDecimal } from '#libs/kernel';
import type { Binder } from './binder.js';
import type { CustomerFacts } from './facts.js';
import type { Read } from './values.js';

export const RFM_PARTS = ['recency', 'frequency', 'monetary'] as const;
export type RfmPart = (typeof RFM_PARTS)[number];

/** Inclusive, from 1 (worst fifth) to 5 (best fifth). */
type Range = readonly [from: number, to: number];
export type RfmRanges = Partial<Readonly<Record<RfmPart, Range>>>;
export type RfmScores = Readonly<Record<RfmPart, number>>;

/**
 * The four values of one RFM run that divide a brand's customers into fifths. A score is one plus the number of
 * boundaries below the customer's value. So equal values have equal scores, and a score can be computed again at any
 * time.
 */
export interface RfmBoundaries {
  /** Times of the last order, in milliseconds since the epoch. */
  readonly recency: readonly number[];
  /** Numbers of orders. */
  readonly frequency: readonly number[];
  /** Sums spent. */
  readonly monetary: readonly Decimal4[];
}

type ScoredFacts = Pick<CustomerFacts, 'lastOrderAt' | 'ordersCount' | 'totalSpent'>;

/** Null for a customer without orders, and where no run has had customers yet. */
export function scoresOf(facts: ScoredFacts, boundaries: RfmBoundaries | null): RfmScores | null {
  const { lastOrderAt, ordersCount, totalSpent } = facts;
  if (lastOrderAt === null || ordersCount === 0 || !boundaries) return null;
  return {
    recency: score(lastOrderAt, boundaries.recency),
    frequency: score(ordersCount, boundaries.frequency),
    monetary: score(totalSpent, boundaries.monetary),
  };
}

const score = <T extends number | bigint>(value: T, boundaries: readonly T[]): number =>
  1 + boundaries.filter((boundary) => value > boundary).length;

export function inRanges(ranges: RfmRanges, scores: RfmScores | null): boolean {
  if (!scores) return false;
  return RFM_PARTS.every((part) => {
    const range = ranges[part];
    return !range || (scores[part] >= range[0] && scores[part] <= range[1]);
  });
}

/**
 * `inRanges` as an SQL condition on a row `c` of customers. A score of at least n means a value above boundary n - 1.
 */
export function rangesSql(ranges: RfmRanges, boundaries: RfmBoundaries | null, binder: Binder): string {
  if (!boundaries) return 'false';
  const conditions = RFM_PARTS.flatMap((part) => {
    const [from, to] = ranges[part] ?? [1, 5];
    const [column, bind] = COLUMNS[part];
    const above = from > 1 ? [`${column} > ${bind(boundaries, from - 2, binder)}`] : [];
    return to < 5 ? [...above, `${column} <= ${bind(boundaries, to - 1, binder)}`] : above;
  });
  return `(c.last_order_at IS NOT NULL AND c.orders_count > 0${conditions.map((one) => ` AND ${one}`).join('')})`;
}

type BindBoundary = (boundaries: RfmBoundaries, index: number, binder: Binder) => string;

const COLUMNS: Readonly<Record<RfmPart, readonly [column: string, bind: BindBoundary]>> = {
  recency: [
    'c.last_order_at',
    ({ recency }, index, binder) => binder.bind(new Date(recency[index] ?? 0), 'timestamptz'),
  ],
  frequency: ['c.orders_count', ({ frequency }, index, binder) => binder.bind(frequency[index] ?? 0, 'integer')],
  monetary: [
    'c.total_spent',
    ({ monetary }, index, binder) => binder.bind(formatDecimal(monetary[index] ?? 0n), 'numeric'),
  ],
};

export function readRfm(given: unknown): Read<RfmRanges> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'must be an object of ranges';
  const entries = Object.entries(given);
  if (entries.length === 0) return `must have at least one of ${RFM_PARTS.join(', ')}`;
  const wrong = entries.find(([key, value]) => !isPart(key) || !isRange(value));
  if (!wrong) return { value: given };
  return isPart(wrong[0])
    ? `${wrong[0]} must be a range of two whole numbers from 1 to 5, such as [4, 5]`
    : `${wrong[0]} is not one of ${RFM_PARTS.join(', ')}`;
}

const isPart = (key: string): key is RfmPart => RFM_PARTS.some((part) => part === key);
const isScore = (value: unknown): value is number => [1, 2, 3, 4, 5].includes(value as number);
const isRange = (value: unknown): value is Range =>
  Array.isArray(value) && value.length === 2 && isScore(value[0]) && isScore(value[1]) && value[0] <= value[1];

/** Boundaries as they are stored. */
export interface StoredBoundaries {
  readonly recency: readonly string[];
  readonly frequency: readonly number[];
  readonly monetary: readonly string[];
}

/** Null for a run without customers: no customer has a score by it. */
export const boundariesOf = ({ recency, frequency, monetary }: StoredBoundaries): RfmBoundaries | null =>
  recency.length === 0
    ? null
    : {
        recency: recency.map((text) => Date.parse(text)),
        frequency,
        monetary: monetary.map((text) => parseDecimal(text) ?? 0n),
      };

/** Common names of parts of the RFM cube, from the best customers to the lost ones. The parts overlap. */
export const RFM_NAMES: readonly { readonly name: string; readonly ranges: Required<RfmRanges> }[] = [
  { name: 'champions', ranges: { recency: [4, 5], frequency: [4, 5], monetary: [4, 5] } },
  { name: 'loyal customers', ranges: { recency: [2, 5], frequency: [3, 5], monetary: [3, 5] } },
  { name: 'potential loyalists', ranges: { recency: [3, 5], frequency: [1, 3], monetary: [1, 3] } },
  { name: 'new customers', ranges: { recency: [4, 5], frequency: [1, 1], monetary: [1, 5] } },
  { name: 'promising', ranges: { recency: [3, 4], frequency: [1, 1], monetary: [1, 5] } },
  { name: 'need attention', ranges: { recency: [2, 3], frequency: [2, 3], monetary: [2, 3] } },
  { name: 'about to sleep', ranges: { recency: [2, 3], frequency: [1, 2], monetary: [1, 2] } },
  { name: 'at risk', ranges: { recency: [1, 2], frequency: [2, 5], monetary: [2, 5] } },
  { name: 'cannot lose them', ranges: { recency: [1, 1], frequency: [4, 5], monetary: [4, 5] } },
  { name: 'hibernating', ranges: { recency: [1, 2], frequency: [1, 2], monetary: [1, 2] } },
  { name: 'lost', ranges: { recency: [1, 1], frequency: [1, 1], monetary: [1, 5] } },
];
