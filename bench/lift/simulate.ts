import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { playStory } from './looks.js';
import { type OrderBook, placeboSplit, readOrderBook } from './placebo.js';
import { reportOf } from './report.js';
import { simulatedStore } from './stores.js';
import { count, merge, newTally, shareOf, type Tally } from './tally.js';

/**
 * Plays stores whose sequence does nothing, and counts how often each test finds an effect. Fails where our verdicts do
 * so in more than 5 % of the stores.
 */
interface Task {
  readonly seed: string;
  readonly stores: number;
  /** A CSV file of orders. Without one, the stores are simulated. */
  readonly orders: string | undefined;
}

const THREADS = 2;
const MOST_ALARMS = 0.05;

/** Plays every second store, from `first` on. */
async function playSome({ seed, stores, orders }: Task, first: number): Promise<Tally> {
  const book: OrderBook | undefined = orders === undefined ? undefined : await readOrderBook(orders);
  const tally = newTally();
  for (let index = first; index < stores; index += THREADS) {
    const story = book ? placeboSplit(book, seed, index) : simulatedStore(seed, index);
    count(tally, story, playStory(story));
  }
  return tally;
}

async function playAll(task: Task): Promise<Tally> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  const other = once(worker, 'message') as Promise<[Tally]>;
  const [tally, [rest]] = await Promise.all([playSome(task, 0), other]);
  merge(tally, rest);
  return tally;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stores: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      orders: { type: 'string' },
    },
  });
  const stores = Number(values.stores);
  if (!Number.isInteger(stores) || stores < 1) throw new Error('--stores must be a whole number from 1');
  const tally = await playAll({ seed: values.seed, stores, orders: values.orders });
  console.log(`${stores} ${values.orders === undefined ? 'stores' : 'placebo splits'}, seed ${values.seed}\n`);
  console.log(reportOf(tally));
  if (shareOf(tally, 'either') <= MOST_ALARMS) return;
  console.error('Our verdicts raise more than 5 % false alarms.');
  process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort?.postMessage(await playSome(workerData as Task, 1));
