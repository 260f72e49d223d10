import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { Child } from '../support/children.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { cpuSeconds, residentMiB } from '../support/process-usage.js';
import { Service } from '../support/service.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { decimals, table, whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import type { BareRequest } from './bare.process.js';
import { compiledEmail, planDispatch, saveCustomers } from './campaign.js';
import { type Planning, planAll } from './planning.js';
import type { SinkState } from './sink.process.js';

const DATABASE = 'bench_email';
const COUNT = 20_000;
const QUICK_COUNT = 2_000;
/** The settings of the benchmark's worker. */
const CONNECTIONS = 20;
const RECIPIENTS = 100_000;
const QUICK_RECIPIENTS = 5_000;
const MOST_PLANNING_SECONDS = 10;
const SHARE = 0.6;
/** How much the memory of a worker may grow in the second half of a run. */
const GROWTH_MIB = 40;

type Sink = Child<object, SinkState>;

interface Ours {
  readonly seconds: number;
  readonly cpuMicrosecondsPerEmail: number;
  readonly halfwayMiB: number;
  readonly endMiB: number;
}

/**
 * Emails from the ledger to a local sink, beside nodemailer alone with a fixed body; and the planning of a large
 * execution.
 */
export async function benchEmail(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const emails = count ?? (quick ? QUICK_COUNT : COUNT);
  const sink: Sink = Child.start(new URL('./sink.process.js', import.meta.url));
  try {
    return await withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
      const bareSeconds = await sendBare(sink, emails);
      await installTenant(client);
      await saveCustomers(client, 1, emails);
      const ours = await sendOurs({ ...datastores, databaseUrl }, client, sink, emails);
      const recipients = Math.max(emails, quick ? QUICK_RECIPIENTS : RECIPIENTS);
      await saveCustomers(client, emails + 1, recipients);
      return report(emails, bareSeconds, ours, await planAll({ ...datastores, databaseUrl }, client, recipients));
    });
  } finally {
    await sink.stop();
  }
}

/** The same email, rendered once. */
async function sendBare(sink: Sink, emails: number): Promise<number> {
  const { html, text } = await compiledEmail();
  const { url } = await sink.ask({});
  const bare = Child.start<BareRequest, { seconds: number }>(new URL('./bare.process.js', import.meta.url));
  try {
    await bare.ask({ url, connections: CONNECTIONS, emails: Math.min(emails, 500), html, text });
    return (await bare.ask({ url, connections: CONNECTIONS, emails, html, text })).seconds;
  } finally {
    await bare.stop();
  }
}

async function sendOurs(datastores: Datastores, client: Client, sink: Sink, emails: number): Promise<Ours> {
  const { url: smtpUrl, taken: before } = await sink.ask({});
  const worker = await Service.start({ ...datastores, role: 'worker', smtpUrl });
  try {
    const cpuBefore = cpuSeconds(worker.pid);
    const executionId = await planDispatch(client);
    await until(worker, async () => (await sink.ask({})).taken - before >= emails / 2);
    const halfwayMiB = residentMiB(worker.pid);
    await until(worker, async () => (await sink.ask({})).taken - before >= emails);
    const cpu = cpuSeconds(worker.pid) - cpuBefore;
    const endMiB = residentMiB(worker.pid);
    await until(worker, async () => (await sentOf(client, executionId)).sent === emails);
    const { seconds } = await sentOf(client, executionId);
    return { seconds, cpuMicrosecondsPerEmail: (cpu * 1e6) / emails, halfwayMiB, endMiB };
  } finally {
    await worker.stop();
  }
}

async function until(worker: Service, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    worker.assertAlive();
    await pause(100);
  }
}

/** The time from the start of the first send to the last written outcome. */
async function sentOf(client: Client, executionId: string): Promise<{ sent: number; seconds: number }> {
  const { rows } = await client.query<{ sent: number; seconds: number }>(
    `SELECT count(*)::int AS sent, extract(epoch FROM max(settled_at) - min(sent_at))::float8 AS seconds
       FROM messages WHERE execution_id = $1 AND status = 'sent'`,
    [executionId],
  );
  return rows[0] ?? { sent: 0, seconds: Number.NaN };
}

function report(emails: number, bareSeconds: number, ours: Ours, planning: Planning): object {
  const bareRate = emails / bareSeconds;
  const ourRate = emails / ours.seconds;
  const goals: Goal[] = [
    {
      text: `at least ${SHARE} of the rate of bare nodemailer`,
      reached: ourRate >= SHARE * bareRate,
      measured: decimals(ourRate / bareRate, 2),
    },
    {
      text: `memory flat: at most ${GROWTH_MIB} MiB more at the end than halfway`,
      reached: ours.endMiB - ours.halfwayMiB <= GROWTH_MIB,
      measured: `${whole(ours.halfwayMiB)} MiB, then ${whole(ours.endMiB)} MiB`,
    },
    {
      text: `${whole(planning.recipients)} recipients planned in under ${MOST_PLANNING_SECONDS} s`,
      reached: planning.seconds < MOST_PLANNING_SECONDS,
      measured: `${decimals(planning.seconds, 1)} s; by SQL alone ${decimals(planning.bySqlSeconds, 1)} s`,
    },
  ];
  const rows = [
    { name: 'nodemailer, pooled, one fixed body', rate: bareRate },
    { name: 'rekindle: rendered, decided, ledgered', rate: ourRate },
  ];
  console.log(
    table(
      [
        { title: `${whole(emails)} emails, ${CONNECTIONS} connections`, cell: ({ name }) => name, align: 'left' },
        { title: 'emails/s', cell: ({ rate }) => whole(rate) },
      ],
      rows,
    ),
  );
  console.log(`CPU of the worker for each email: ${whole(ours.cpuMicrosecondsPerEmail)} µs\n${goalLines(goals)}`);
  return { emails, connections: CONNECTIONS, bareRate, ourRate, share: ourRate / bareRate, ...ours, planning, goals };
}
