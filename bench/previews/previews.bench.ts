import type { Client } from 'pg';
import { generatePopulation, ORDERS_PER_CUSTOMER } from '../segments/population.js';
import { call } from '../support/api.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { decimals, median, table, whole } from '../support/table.js';
import { BRAND_ID, installTenant, RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { BEST_SELLER_IN, CONTESTS, type Contest } from './contests.js';

const DATABASE = 'bench_previews';
const CUSTOMERS = 1_000_000;
const QUICK_CUSTOMERS = 50_000;
const ROUNDS = 5;
const MOST_MS = 1_000;

interface PreviewFigures extends Pick<Contest, 'name' | 'readsOrders'> {
  readonly people: number;
  readonly ourMs: number;
  readonly handMs: number;
  /** The estimate, which the studio shows where the count takes longer than 300 ms. */
  readonly estimateMs: number;
  /** Our time divided by that of the hand-written count. */
  readonly ratio: number;
}

interface Preview {
  readonly count: number;
  readonly spent: string;
}

/** The count and the amount of a segment while somebody types its criteria, through the API, beside a bare count. */
export function benchPreviews(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const customers = count ?? (quick ? QUICK_CUSTOMERS : CUSTOMERS);
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    await generatePopulation(client, customers, { bestSellerIn: BEST_SELLER_IN });
    console.log(`${whole(customers)} customers and ${whole(customers * ORDERS_PER_CUSTOMER)} orders`);
    const { dataDir, redisUrl } = datastores;
    const service = await Service.start({ role: 'api', dataDir, databaseUrl, redisUrl });
    try {
      const previews: PreviewFigures[] = [];
      for (const contest of CONTESTS) previews.push(await measure(service, client, contest));
      const goals = goalsOf(previews);
      printReport(previews, goals);
      return { customers, previews, goals };
    } finally {
      await service.stop();
    }
  });
}

/** Ours and the hand-written count in turns. Throws where the two differ, because then neither figure is valid. */
async function measure(
  service: Service,
  client: Client,
  { name, readsOrders, criteria, condition }: Contest,
): Promise<PreviewFigures> {
  const [ours, hand, estimates]: [number[], number[], number[]] = [[], [], []];
  let preview: Preview = { count: 0, spent: '0' };
  let counted: Preview | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const request = { method: 'POST', path: '/admin/segments/preview', body: { brandId: BRAND_ID, criteria } };
    ours.push(await timed(async () => (preview = await call<Preview>(service, 'admin', request))));
    const rough = { ...request, path: '/admin/segments/estimate' };
    estimates.push(await timed(() => call(service, 'admin', rough)));
    hand.push(await timed(async () => (counted = await countByHand(client, condition))));
  }
  if (Number(preview.spent) !== Number(counted?.spent)) {
    throw new Error(`“${name}” differs: ${JSON.stringify([preview, counted])}`);
  }
  const [ourMs, handMs, estimateMs] = [median(ours), median(hand), median(estimates)];
  return { name, readsOrders, people: preview.count, ourMs, handMs, estimateMs, ratio: ourMs / handMs };
}

async function countByHand(client: Client, condition: string): Promise<Preview | undefined> {
  const { rows } = await client.query<Preview>(
    `SELECT count(*)::int AS count, coalesce(sum(total_spent), 0)::text AS spent FROM customers c
      WHERE c.retailer_id = $1 AND ${condition}`,
    [RETAILER_ID],
  );
  return rows[0];
}

function goalsOf(previews: readonly PreviewFigures[]): Goal[] {
  const slowest = (readsOrders: boolean): number =>
    Math.max(...previews.filter((each) => each.readsOrders === readsOrders).map(({ ourMs }) => ourMs));
  return [false, true].map((readsOrders) => ({
    text: `a preview in at most 1 s, criteria ${readsOrders ? 'about products' : 'about customers'}`,
    reached: slowest(readsOrders) <= MOST_MS,
    measured: `${whole(slowest(readsOrders))} ms`,
  }));
}

function printReport(previews: readonly PreviewFigures[], goals: readonly Goal[]): void {
  const rows = table<PreviewFigures>(
    [
      { title: 'criteria', cell: ({ name }) => name, align: 'left' },
      { title: 'people', cell: ({ people }) => whole(people) },
      { title: 'Rekindle ms', cell: ({ ourMs }) => whole(ourMs) },
      { title: 'bare count ms', cell: ({ handMs }) => whole(handMs) },
      { title: 'times', cell: ({ ratio }) => decimals(ratio, 2) },
      { title: 'estimate ms', cell: ({ estimateMs }) => whole(estimateMs) },
    ],
    previews,
  );
  console.log(`\n${rows}\n\n${goalLines(goals)}`);
}
