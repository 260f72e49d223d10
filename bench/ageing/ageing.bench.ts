import { ROW_SECURITY } from '#libs/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DeliveriesByMonth1763990000440 } from '../../src/database/migrations/1763990000440-deliveries-by-month.js';
import { TransitionsByMonth1763990000480 } from '../../src/database/migrations/1763990000480-transitions-by-month.js';
import { MessagesByMonth1763990000500 } from '../../src/database/migrations/1763990000500-messages-by-month.js';
import type { Client } from 'pg';
import { compare, type Pair, ratios, tableOf } from '../intake/variants.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table, whole } from '../support/table.js';
import { benchLookups, lookupTable } from './lookups.js';
import { benchMessages, messageTable } from './messages.js';
import { fill, type Removal, removeByDelete, removeByDrop } from './removal.js';
import { deleteTransitions, dropTransitions, fillTransitions, type TransitionRemoval } from './transitions.js';

const FULL = { rounds: 6, warmUpSeconds: 1, seconds: 3, processed: 6_000, turns: 3 };
const QUICK = { rounds: 1, warmUpSeconds: 1, seconds: 1, processed: 1_000, turns: 1 };
const OLD = { quick: 50_000, full: 500_000 };
/** Messages of one month. */
const MESSAGES = { quick: 5_000, full: 250_000 };
const LOOKUPS = { quick: { messages: 5_000, turns: 20 }, full: { messages: 20_000, turns: 60 } };
/** The share of the deliveries that the partitions may cost. */
const MOST_LOST = 0.03;

/**
 * Removes a month of old deliveries and of transitions in both ways, measures the vacuum of messages, compares
 * statements on plain tables and on tables with months, and accepting and processing deliveries with partitions and
 * without.
 */
export async function benchAgeing(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const plain = await plainStatements(new DeliveriesByMonth1763990000440(), 'deliveries');
  const rows = count ?? (quick ? OLD.quick : OLD.full);
  const removals = [
    await remove(datastores, 'DELETE', rows, plain, removeByDelete),
    await remove(datastores, 'detach and DROP', rows, [], removeByDrop),
  ];
  console.log(`${removalTable(removals)}\n`);
  const transitions = await transitionRemovals(datastores, rows);
  console.log(`${transitionTable(transitions)}\n`);
  const plainMessages = await plainStatements(new MessagesByMonth1763990000500(), 'messages');
  const messages = await benchMessages(datastores, count ?? (quick ? MESSAGES.quick : MESSAGES.full), plainMessages);
  console.log(`${messageTable(messages)}\n`);
  const lookups = await benchLookups(datastores, quick ? LOOKUPS.quick : LOOKUPS.full);
  console.log(`${lookupTable(lookups)}\n`);
  const pair: Pair = [
    { name: 'by month', changes: [] },
    { name: 'one table', changes: plain },
  ];
  const rates = await compare(datastores, pair, quick ? QUICK : FULL);
  console.log(tableOf(pair, rates));
  const goals = goalsOf(rates);
  console.log(`\n${goalLines(goals)}`);
  return { removals, transitions, messages, lookups, ...rates, goals };
}

/** The rights that the service has on each table. */
const rightsOn = (name: string): string[] => [
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${ROW_SECURITY.service}, ${ROW_SECURITY.tenant}`,
  `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY service ON ${name} TO ${ROW_SECURITY.service} USING (true)`,
  `CREATE POLICY tenant ON ${name} TO ${ROW_SECURITY.tenant}
     USING (retailer_id = (SELECT current_setting('${ROW_SECURITY.setting}')::uuid))`,
];

/** What statements of the service use. */
const KEPT = /^DROP (FUNCTION|TABLE sending_months)|DROP id_month$/;

/** What makes one plain table of the partitions again. What the service uses stays. */
async function plainStatements(migration: MigrationInterface, name: string): Promise<string[]> {
  const statements: string[] = [];
  const runner = { query: (text: string) => Promise.resolve(statements.push(text)) } as unknown as QueryRunner;
  await migration.down(runner);
  return [...statements.filter((text) => !KEPT.test(text)), ...rightsOn(name)];
}

async function transitionRemovals(datastores: Datastores, rows: number) {
  const plain = await plainStatements(new TransitionsByMonth1763990000480(), 'segment_transitions');
  const remove = (name: string, changes: readonly string[], work: (client: Client) => Promise<TransitionRemoval>) =>
    withDatabase(datastores, 'bench_ageing', async (client) => {
      for (const change of changes) await client.query(change);
      await fillTransitions(client, rows);
      return { name, rows, ...(await work(client)) };
    });
  return [await remove('DELETE', plain, deleteTransitions), await remove('DROP', [], dropTransitions)];
}

const transitionTable = (removals: readonly (TransitionRemoval & { name: string; rows: number })[]): string =>
  table(
    [
      { title: 'a month of old transitions', cell: ({ name, rows }) => `${whole(rows)}, ${name}`, align: 'left' },
      { title: 'seconds', cell: ({ ms }) => decimals(ms / 1_000, 3) },
      { title: 'WAL MB', cell: ({ walBytes }) => decimals(walBytes / 1e6, 2) },
      { title: 'dead rows', cell: ({ deadRows }) => whole(deadRows) },
      { title: 'VACUUM: seconds', cell: ({ vacuumMs }) => decimals(vacuumMs / 1_000, 3) },
      { title: 'WAL MB', cell: ({ vacuumWalBytes }) => decimals(vacuumWalBytes / 1e6, 2) },
      { title: 'MB left', cell: ({ bytesLeft }) => decimals(bytesLeft / 1e6, 1) },
    ],
    removals,
  );

const remove = (
  datastores: Datastores,
  name: string,
  rows: number,
  changes: readonly string[],
  work: (databaseUrl: string) => Promise<Removal>,
) =>
  withDatabase(datastores, 'bench_ageing', async (client, databaseUrl) => {
    for (const change of changes) await client.query(change);
    await fill(client, rows);
    return { name, rows, ...(await work(databaseUrl)) };
  });

const removalTable = (removals: readonly (Removal & { name: string; rows: number })[]): string =>
  table(
    [
      { title: 'a month of old deliveries', cell: ({ name, rows }) => `${whole(rows)}, ${name}`, align: 'left' },
      { title: 'seconds', cell: ({ removal }) => decimals(removal.ms / 1_000, 3) },
      { title: 'WAL MB', cell: ({ removal }) => decimals(removal.walBytes / 1e6, 2) },
      { title: 'dead rows', cell: ({ deadRows }) => whole(deadRows) },
      { title: 'VACUUM: seconds', cell: ({ vacuum }) => decimals(vacuum.ms / 1_000, 3) },
      { title: 'WAL MB', cell: ({ vacuum }) => decimals(vacuum.walBytes / 1e6, 2) },
      { title: 'MB left', cell: ({ bytesLeft }) => decimals(bytesLeft / 1e6, 1) },
      { title: 'commits before: median ms', cell: ({ before }) => decimals(before.median, 2) },
      { title: 'longest', cell: ({ before }) => decimals(before.longest, 1) },
      { title: 'meanwhile: median', cell: ({ removal }) => decimals(removal.meanwhile.median, 2) },
      { title: 'p99', cell: ({ removal }) => decimals(removal.meanwhile.p99, 2) },
      { title: 'longest', cell: ({ removal }) => decimals(removal.meanwhile.longest, 1) },
      { title: 'beside VACUUM: longest', cell: ({ vacuum }) => decimals(vacuum.meanwhile.longest, 1) },
    ],
    removals,
  );

function goalsOf({ accepted, processed }: Awaited<ReturnType<typeof compare>>): Goal[] {
  const goal = (what: string, lost: number): Goal => ({
    text: `${what} deliveries loses at most ${MOST_LOST * 100} %`,
    reached: lost <= MOST_LOST,
    measured: `${decimals(lost * 100, 1)} %`,
  });
  return [goal('accepting', 1 - median(ratios(accepted))), goal('processing', 1 - median(ratios(processed)))];
}
