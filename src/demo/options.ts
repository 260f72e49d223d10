import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** Only print the usage. */
  readonly help: boolean;
  /** End when done. Otherwise the service stays up. */
  readonly exit: boolean;
  /** Plays the orders of this file instead of a generated store. */
  readonly ordersFile: string | undefined;
  readonly customers: number;
  readonly seed: string;
  readonly dataDir: string;
  /** The port of the service; 0 takes a free one. */
  readonly port: number;
  /** One Redis, a cluster or sentinels; undefined for a private Redis. */
  readonly redisUrl: string | undefined;
}

export const USAGE = `usage: npm run demo -- [--exit] [--orders FILE] [--customers N] [--seed TEXT] [--data-dir DIR]

  --exit         end when done; exit code 0 only if every figure is as expected
  --orders FILE  play orders from a CSV file (columns order_id, customer_id, ordered_at, quantity, total; may be gzipped)
  --customers N  customers of the generated store, 1 to 100000 (default 3000)
  --seed TEXT    another generated store (default "rekindle")
  --data-dir DIR where the private Postgres and Redis live (default DATA_DIR of the environment, else .data/demo)

PORT of the environment is where the service listens; without it a free one is taken. With REDIS_URL the queues are on
that Redis, under a prefix of their own.`;

/** The environment variables that the demo uses. */
export type DemoEnvironment = Readonly<Partial<Record<'PORT' | 'DATA_DIR' | 'REDIS_URL', string | undefined>>>;

/** The demo did not begin. Only the message, which says why, is printed. */
export class Refusal extends Error {}

class BadOption extends Refusal {
  constructor(problem: string) {
    super(`${problem}\n${USAGE}`);
  }
}

/** Throws a `Refusal` with the mistake and the usage. */
export function readOptions(args: readonly string[], environment: DemoEnvironment): DemoOptions {
  const { exit, orders, customers, seed, 'data-dir': dataDir, help } = parse(args);
  const { PORT = '0', DATA_DIR = '.data/demo', REDIS_URL } = environment;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65_535) throw new BadOption('PORT takes 0 to 65535.');
  const count = Number(customers);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new BadOption('--customers takes 1 to 100000.');
  const ordersFile = orders === undefined ? undefined : resolve(orders);
  const isThere = ordersFile === undefined || statSync(ordersFile, { throwIfNoEntry: false })?.isFile() === true;
  if (!isThere) throw new BadOption(`There is no file ${ordersFile}.`);
  return {
    help,
    exit,
    ordersFile,
    customers: count,
    seed,
    dataDir: resolve(dataDir ?? DATA_DIR),
    port,
    redisUrl: REDIS_URL,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        exit: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        orders: { type: 'string' },
        customers: { type: 'string', default: '3000' },
        seed: { type: 'string', default: 'rekindle' },
        'data-dir': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new BadOption(error instanceof Error ? error.message : String(error));
  }
}
