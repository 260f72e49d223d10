import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '#libs/kernel';
import type { Client } from 'pg';
import { readRoles } from '../../src/config/roles.js';
import { ClockTimerService } from '../../src/segmentation/clock/clock-timer.service.js';
import { ClockService } from '../../src/segmentation/clock/clock.service.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { RETAILER_ID } from '../support/tenant.js';
import { define } from './definitions.js';
import { removeSegments } from './evaluation.js';

export interface ClockFigures {
  readonly changes: number;
  readonly made: number;
  /** The time from the instant of a change to the write of its row. */
  readonly latestSeconds: number;
  readonly medianMs: number;
  /** Cores in use by the worker. */
  readonly cpu: number;
}

const LEAD_MS = 8_000;

/** Many changes by time, spread evenly over one minute, made by the timer of one worker. */
export async function measureClock(
  app: NestFastifyApplication,
  client: Client,
  { changes, seconds }: { changes: number; seconds: number },
): Promise<ClockFigures> {
  const id = await define(client, 'lapsing', { lastOrderOlderThanDays: 7 }, 'ready');
  const start = Date.now() + LEAD_MS;
  await client.query(
    `WITH chosen AS (SELECT id, row_number() OVER () AS n FROM customers WHERE retailer_id = $1 LIMIT $2), moved AS (
       UPDATE customers c SET orders_count = greatest(1, orders_count), first_order_at = d.at, last_order_at = d.at
         FROM (SELECT id, date_trunc('milliseconds', $3::timestamptz + n * $4::float8 * interval '1 second') - interval '168 hours' AS at
                 FROM chosen) d
        WHERE c.retailer_id = $1 AND c.id = d.id RETURNING c.id, c.last_order_at)
     INSERT INTO segment_next_changes SELECT $1, $5, id, last_order_at + interval '168 hours' FROM moved`,
    [RETAILER_ID, changes, new Date(start), seconds / changes, id],
  );
  await client.query('ANALYZE segment_next_changes, customers');
  const behind = Math.max(0, Date.now() - start) / 1_000;
  if (behind > 0) throw new Error(`the preparation took ${behind} s too long`);
  const used = process.cpuUsage();
  await runTimer(app, seconds * 1_000 + LEAD_MS + 10_000, async () => {
    const { rows } = await client.query(`SELECT 1 FROM segment_next_changes LIMIT 1`);
    return rows.length === 0;
  });
  const { user, system } = process.cpuUsage(used);
  const { rows } = await client.query<{ made: number; latest: number; median: number }>(
    `SELECT count(*)::int AS made, extract(epoch FROM max(recorded_at - at))::float8 AS latest,
            (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM recorded_at - at)) * 1000)::float8 AS median
       FROM segment_events WHERE segment_id = $1`,
    [id],
  );
  const { made = 0, latest = 0, median = 0 } = rows[0] ?? {};
  await removeSegments(client);
  const cpu = (user + system) / 1_000_000 / seconds;
  return { changes, made, latestSeconds: latest, medianMs: median, cpu };
}

async function runTimer(app: NestFastifyApplication, withinMs: number, done: () => Promise<boolean>): Promise<void> {
  const logger = createLogger({ level: 'warn', pretty: false });
  const timer = new ClockTimerService(
    { config: { roles: readRoles('worker') } },
    app.get(ClockService),
    app.get(MembershipRepository),
    logger,
  );
  timer.onApplicationBootstrap();
  const deadline = Date.now() + withinMs;
  while (!(await done()) && Date.now() < deadline) await sleep(500);
  await timer.beforeApplicationShutdown();
}
