import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { type Goal, goalLines } from '../support/goals.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import { recordEvents } from '../drain/orders.js';
import { type Alone, eraseAlone } from './alone.js';
import { erase, readAll, someCustomers } from './persons.js';
import { process, store } from './bodies.js';

const DATABASE = 'bench_erasure';
const BODIES = { quick: 2_000, full: 18_532 };
const PERSONS = 20;
const ALONE = 12;
const MOST_MS = 50;
/** How much longer a person may take with four times the bodies. */
const MOST_GROWTH = 1.5;

/** The erasure of persons from a store with many kept bodies, beside reading each of those bodies once. */
export function benchErasure(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const bodies = count ?? (quick ? BODIES.quick : BODIES.full);
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    const app = await startApp(datastores, databaseUrl);
    try {
      return await measure(app, client, bodies);
    } finally {
      await app.close();
    }
  });
}

async function measure(app: NestFastifyApplication, client: Client, bodies: number) {
  const events = recordEvents(bodies);
  const first = Math.ceil(bodies / 4);
  await store(client, events.slice(0, first));
  await process(app, client);
  const few = await erase(app, await someCustomers(client, PERSONS));
  await store(client, events.slice(first));
  await process(app, client);
  const [one] = await someCustomers(client, 1);
  const whole1 = one ? await readAll(app, client, one) : 0;
  const many = await erase(app, await someCustomers(client, PERSONS));
  const alone = await eraseAlone(app, await someCustomers(client, ALONE));
  const goals = goalsOf(bodies, few, many, alone);
  console.log(
    `${whole(bodies)} bodies: ${decimals(many, 1)} ms a person; a quarter of them: ${decimals(few, 1)} ms; to read all ` +
      `bodies once: ${whole(whole1)} ms, ${decimals(whole1 / many, 1)} times as long\n` +
      `a person alone: ${decimals(alone.ms, 1)} ms, ${alone.statements} statements, ${alone.commits} commits\n${goalLines(goals)}`,
  );
  return {
    bodies,
    persons: PERSONS,
    msPerPerson: many,
    msPerPersonOfAQuarter: few,
    msToReadAllOnce: whole1,
    alone,
    goals,
  };
}

const goalsOf = (bodies: number, few: number, many: number, alone: Alone): Goal[] => [
  {
    text: `at most ${MOST_MS} ms a person among ${whole(bodies)} bodies`,
    reached: many <= MOST_MS,
    measured: `${decimals(many, 1)} ms`,
  },
  {
    text: `at most ${MOST_GROWTH} times as long with four times the bodies`,
    reached: many <= few * MOST_GROWTH,
    measured: decimals(many / few, 2),
  },
  {
    text: `at most ${MOST_MS} ms for a person alone among ${whole(bodies)} bodies`,
    reached: alone.ms <= MOST_MS,
    measured: `${decimals(alone.ms, 1)} ms`,
  },
];
