import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import {
  expectedFacts,
  generateStoreHistory,
  OrdersCsvError,
  readOrdersCsv,
  segmentMembers,
  type SegmentRule,
  type RecordEvent,
  type StoreHistory,
  withDisorder,
} from '#libs/simulators';
import { type DemoOptions, Refusal } from './options.js';

/** A segment of the demo, with the members that it must have at the end, computed without the service. */
export interface ExpectedSegment {
  readonly name: string;
  readonly criteria: SegmentRule;
  /** Platform ids. */
  readonly members: readonly string[];
  /** The result of the `reference.json` beside the orders file, if there is one. */
  readonly reference?: { readonly count: number; readonly idsSha256: string };
}

/** What the demo plays. */
export interface Story {
  readonly title: string;
  readonly history: StoreHistory;
  /** Events before the install, which the backfill has to find. */
  readonly before: readonly RecordEvent[];
  /** Events that are delivered as webhooks, with repeats and disorder. */
  readonly deliveries: readonly RecordEvent[];
  readonly segments: readonly ExpectedSegment[];
  /** The SHA-256 of the sorted ids, as the reference computes it. */
  readonly hashOf: (platformIds: readonly string[]) => string;
}

const DISORDER = { duplicates: 0.03, shuffleWindow: 40 };
const YEAR_MS = 365 * 86_400_000;
/** The share of a generated year before the install. */
const BEFORE = 0.02;
/** The segment of every buyer, by which the latency is measured. */
export const BUYERS = 'Has bought';

/** `imageHost` serves the product images. A file of orders names no products: its store gets generated ones. */
export async function tellStory(options: DemoOptions, imageHost: string): Promise<Story> {
  return options.ordersFile === undefined
    ? generated(options, imageHost)
    : fromFile(options.ordersFile, options.seed, imageHost);
}

function generated({ seed, customers }: DemoOptions, imageHost: string): Story {
  const to = new Date();
  const history = generateStoreHistory({ seed, customers, from: new Date(to.getTime() - YEAR_MS), to, imageHost });
  const split = Math.floor(history.events.length * BEFORE);
  return {
    title: `a generated store: a year of ${customers} customers (seed "${seed}")`,
    history,
    before: history.events.slice(0, split),
    deliveries: withDisorder(history.events.slice(split), seed, DISORDER),
    segments: expected(history, [
      { name: BUYERS, criteria: { minOrders: 1 } },
      { name: 'Regulars', criteria: { minOrders: 4 } },
      { name: 'Best customers', criteria: { minPurchaseAmount: '400.00', minOrders: 3 } },
    ]),
    hashOf,
  };
}

async function fromFile(path: string, seed: string, imageHost: string): Promise<Story> {
  const played = await readOrdersCsv(path).catch((error: unknown) => {
    throw error instanceof OrdersCsvError ? new Refusal(error.message) : error;
  });
  const to = new Date();
  const { catalogue } = generateStoreHistory({
    seed,
    customers: 1,
    from: new Date(to.getTime() - YEAR_MS),
    to,
    imageHost,
  });
  const history = { ...played, catalogue };
  const original = (id: string): string => history.originalCustomerIds.get(id) ?? id;
  const reference = readReference(path);
  const rules = [
    { name: BUYERS, criteria: { minOrders: 1 } },
    ...[50, 100, 250, 500, 1000].map((amount) => ({
      name: `Spent ${amount}`,
      criteria: { minPurchaseAmount: amount },
    })),
    ...[2, 3, 5, 10].map((orders) => ({ name: `${orders} orders`, criteria: { minOrders: orders } })),
  ];
  return {
    title: `the orders of ${basename(path)}`,
    history,
    before: [],
    deliveries: withDisorder(history.events, seed, DISORDER),
    segments: expected(history, rules).map((segment) => ({ ...segment, ...referenceOf(reference, segment.criteria) })),
    hashOf: (ids) => hashOf(ids.map(original)),
  };
}

function expected(history: StoreHistory, rules: readonly { name: string; criteria: SegmentRule }[]): ExpectedSegment[] {
  const facts = expectedFacts(history);
  return rules.map((rule) => ({ ...rule, members: segmentMembers(facts, rule.criteria) }));
}

const hashOf = (ids: readonly string[]): string =>
  createHash('sha256')
    .update(
      [...ids]
        .sort()
        .map((id) => `${id}\n`)
        .join(''),
    )
    .digest('hex');

interface Reference {
  readonly total_ge: Readonly<Record<string, { count: number; ids_sha256: string }>>;
  readonly orders_ge: Readonly<Record<string, { count: number; ids_sha256: string }>>;
}

/** A `reference.json` beside the orders file has the results of another computation. */
function readReference(ordersFile: string): Reference | undefined {
  const file = join(dirname(ordersFile), 'reference.json');
  if (!existsSync(file)) return undefined;
  const { policies } = JSON.parse(readFileSync(file, 'utf8')) as { policies?: { each_row_is_an_order?: Reference } };
  return policies?.each_row_is_an_order;
}

function referenceOf(reference: Reference | undefined, criteria: SegmentRule): Pick<ExpectedSegment, 'reference'> {
  const entry =
    criteria.minPurchaseAmount === undefined
      ? reference?.orders_ge[String(criteria.minOrders)]
      : reference?.total_ge[String(criteria.minPurchaseAmount)];
  return entry ? { reference: { count: entry.count, idsSha256: entry.ids_sha256 } } : {};
}
