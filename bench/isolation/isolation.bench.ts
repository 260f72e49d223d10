import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { LoadAnswer, LoadRequest, Phase, PhaseFigures } from '../intake/load.js';
import { usualOrder } from '../intake/order-request.js';
import { phaseTable } from '../intake/report.js';
import { call } from '../support/api.js';
import { Child } from '../support/children.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { decimals, whole } from '../support/table.js';
import { BRAND_ID, installTenant } from '../support/tenant.js';
import { timed } from '../support/timed.js';

const DATABASE = 'bench_isolation';
const MOST_TIMES_QUIET = 3;
const LOAD = { connections: 20, rate: 200 };
const FULL = { banners: 40, width: 2400, height: 1600, quietSeconds: 20, mostSeconds: 120 };
const QUICK = { banners: 12, width: 1200, height: 800, quietSeconds: 3, mostSeconds: 10 };
/** The length of the load as a share of the time that the images take alone, so that images are drawn until it ends. */
const SHARE = 0.8;
const GIVE_UP_MS = 900_000;

type Plan = typeof FULL;

/** Webhooks at a steady rate to one process with all roles: first alone, then while it draws large banners. */
export function benchIsolation(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    const service = await Service.start({ ...datastores, databaseUrl, role: 'all' });
    const generator = Child.start<LoadRequest, LoadAnswer>(new URL('../intake/load.process.js', import.meta.url));
    try {
      return await measure(client, service, generator, quick ? QUICK : FULL);
    } finally {
      await Promise.all([service.stop(), generator.stop()]);
    }
  });
}

async function measure(
  client: Client,
  service: Service,
  generator: Child<LoadRequest, LoadAnswer>,
  plan: Plan,
): Promise<object> {
  const [load = 0] = loadavg();
  const accepted: number[] = [];
  const send = async (phases: readonly Phase[]): Promise<PhaseFigures> => {
    const { port, pid } = service;
    const { connections } = LOAD;
    const body = usualOrder().toString();
    const answer = await generator.ask({ port, pid, sender: 'platform-a', connections, body, phases });
    accepted.push(answer.accepted);
    const last = answer.phases.at(-1);
    if (!last) throw new Error('nothing was measured');
    return last;
  };
  // Starts the thread, loads its fonts and measures one banner.
  await askFor(service, plan, 'first', 60);
  const alone = await timed(() => askFor(service, plan, 'alone', 60));
  const { rate } = LOAD;
  const quiet = await send([
    { name: 'warm-up', seconds: 2, rate },
    { name: 'quiet', seconds: plan.quietSeconds, rate },
  ]);
  const ids = await Promise.all(Array.from({ length: plan.banners }, (_, at) => askFor(service, plan, `No. ${at}`)));
  const seconds = Math.min(plan.mostSeconds, (SHARE * plan.banners * alone) / 1_000);
  const drawing = await send([{ name: `while ${plan.banners} banners are drawn`, seconds, rate }]);
  const readyAtEnd = await readyOf(client);
  await untilAllReady(service, ids);
  const stored = await count(client, 'SELECT count(*) FROM deliveries');
  const outcome = { load, alone, quiet, drawing, readyAtEnd: readyAtEnd - 2, lost: sum(accepted) - stored };
  return { plan, ...outcome, goals: report(plan, outcome) };
}

interface Outcome {
  /** The load average of the machine before the run. */
  readonly load: number;
  /** One banner without webhooks, in ms. */
  readonly alone: number;
  readonly quiet: PhaseFigures;
  readonly drawing: PhaseFigures;
  /** How many banners were finished when the load ended. */
  readonly readyAtEnd: number;
  /** Deliveries that were answered 200 but are not stored. */
  readonly lost: number;
}

function report(plan: Plan, { load, alone, quiet, drawing, readyAtEnd, lost }: Outcome): Goal[] {
  console.log(
    `${LOAD.rate} signed orders a second to ROLE=all; a banner of ${plan.width} x ${plan.height} alone takes ` +
      `${whole(alone)} ms; load of the machine before: ${decimals(load, 1)}\n`,
  );
  console.log(phaseTable([quiet, drawing]));
  const goals = goalsOf(plan, quiet, drawing, readyAtEnd, lost);
  console.log(`\n${goalLines(goals)}`);
  return goals;
}

function goalsOf(
  { banners }: Plan,
  quiet: PhaseFigures,
  drawing: PhaseFigures,
  readyAtEnd: number,
  lost: number,
): Goal[] {
  const ratio = drawing.p99Ms / quiet.p99Ms;
  return [
    {
      text: `p99 of webhook answers while banners are drawn at most ${MOST_TIMES_QUIET} times the quiet one`,
      reached: ratio <= MOST_TIMES_QUIET,
      measured: `${decimals(ratio, 2)} (${decimals(quiet.p99Ms, 1)} -> ${decimals(drawing.p99Ms, 1)} ms)`,
    },
    {
      text: 'banners were being drawn until the last webhook',
      reached: readyAtEnd < banners,
      measured: `${readyAtEnd} of ${banners} ready`,
    },
    {
      text: 'no answer but 2xx, and each of them stored',
      reached: quiet.non2xx + drawing.non2xx + lost === 0,
      measured: `${quiet.non2xx + drawing.non2xx} refused, ${lost} lost`,
    },
  ];
}

/** Requests a banner with this headline. Returns the image's id. */
async function askFor(
  service: Service,
  { width, height }: Plan,
  headline: string,
  waitSeconds?: number,
): Promise<string> {
  const body = {
    brandId: BRAND_ID,
    headline,
    subheadline: 'Both are back in stock, and shipping is on us this week.',
    callToAction: 'Shop now',
    background: { prompt: 'a quiet lake at dawn, mist, one red canoe', style: 'photographic' },
    dimensions: { width, height },
  };
  const request = { method: 'POST', path: '/module-r/image/banner-generation', body };
  const answer = await call<{ id: string; status: string }>(service, 'module', {
    ...request,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
  if (waitSeconds !== undefined && answer.status !== 'ready') throw new Error(`the banner is ${answer.status}`);
  return answer.id;
}

const readyOf = (client: Client): Promise<number> =>
  count(client, `SELECT count(*) FROM image_renders WHERE status = 'ready'`);

async function untilAllReady(service: Service, ids: readonly string[]): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (const id of ids) {
    for (;;) {
      const { status } = await call<{ status: string }>(service, 'module', {
        method: 'GET',
        path: `/module-r/images/${id}`,
      });
      if (status === 'ready') break;
      if (status === 'failed' || Date.now() > deadline) throw new Error(`the banner ${id} is ${status}`);
      await sleep(500);
    }
  }
}

async function count(client: Client, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
