import { setTimeout as pause } from 'node:timers/promises';
import { type AdminApi, LIVE_RUN, until } from './admin-api.js';
import type { CampaignStore } from './campaign-store.js';
import type { Scene } from './scene.js';

interface Message {
  readonly email: string | null;
  readonly state: string;
  readonly reason: string | null;
}

interface Group {
  readonly customers: number;
  readonly cameBack: number;
}

interface Results {
  readonly status: string;
  readonly sentences: readonly string[];
  readonly closed: { readonly treated: Group; readonly holdout: Group };
}

interface Backtest {
  readonly entries: number;
  readonly closed: number;
  readonly cameBack: number;
}

const SEGMENT = 'Bought once';
const CRITERIA = { minOrders: 1, maxOrders: 1 };
/** More than a real store would hold back: the demo has few customers. */
const PERCENT = 50;
/** How long an order counts. It covers the time until all customers of the demo have ordered. */
const WINDOW_MS = 45_000;
const DAY_MS = 86_400_000;
/** The known effect: one customer in so many comes back, with the emails and without. */
const ONE_IN = { treated: 3, holdout: 10 } as const;
/** A store writes the time of an order in whole seconds. */
const NEXT_SECOND_MS = 1_100;

/**
 * A sequence with a holdout whose effect is known: customers who got the email come back more often than those who got
 * nothing. The results must count both groups as they were played, and say in a sentence what that proves.
 */
export async function playLift(api: AdminApi, brandId: string, store: CampaignStore): Promise<Scene> {
  await api.upsertSegments(brandId, [{ name: SEGMENT, criteria: CRITERIA }]);
  const id = `lift-${brandId.slice(0, 8)}`;
  await api.call('PUT', `/admin/sequences/${id}`, definition(brandId));
  const past = await api.call<Backtest>('POST', `/admin/sequences/${id}/backtest`, lastYear());
  const holdout = { percent: PERCENT, windowDays: WINDOW_MS / DAY_MS };
  await api.call('PUT', `/admin/sequences/${id}`, { ...definition(brandId), holdout });
  const messages = await run(api, id);
  await pause(NEXT_SECOND_MS);
  const treated = messages.filter(({ state }) => state === 'sent');
  const heldBack = messages.filter(({ reason }) => reason === 'holdout');
  const returned = { treated: oneIn(ONE_IN.treated, treated), holdout: oneIn(ONE_IN.holdout, heldBack) };
  for (const { email } of [...returned.treated, ...returned.holdout]) if (email) await store.order(email);
  const results = await closedResults(api, id, treated.length + heldBack.length);
  const { closed, sentences } = results;
  return {
    title: 'What the emails caused',
    lines: [
      ['in the year before', `${past.cameBack} of ${past.closed} ordered again within 14 days by themselves`],
      ['got the email', `${closed.treated.customers}; ${closed.treated.cameBack} of them came back`],
      ['got nothing', `${closed.holdout.customers}; ${closed.holdout.cameBack} of them came back`],
      ['in a sentence', sentences[0] ?? ''],
    ],
    asExpected:
      closed.treated.customers === treated.length &&
      closed.treated.cameBack === returned.treated.length &&
      closed.holdout.customers === heldBack.length &&
      closed.holdout.cameBack === returned.holdout.length &&
      sentences.length > 0 &&
      results.status !== 'split_broken',
  };
}

const oneIn = <T>(rate: number, people: readonly T[]): T[] => people.filter((_, index) => index % rate === 0);

const lastYear = (): object => {
  const to = Date.now() - DAY_MS;
  return { from: new Date(to - 365 * DAY_MS), to: new Date(to) };
};

/** Runs the sequence live. Returns all its messages. */
async function run(api: AdminApi, id: string): Promise<Message[]> {
  const { executionId } = await api.call<{ executionId: string }>('POST', `/admin/sequences/${id}/execute`, LIVE_RUN);
  const path = `/admin/executions/${executionId}`;
  const isOver = async () => (await api.call<{ status: string }>('GET', path)).status !== 'running';
  await until('emails of the experiment sent', isOver, 300_000);
  const messages: Message[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: Message[]; nextCursor: string | null } = await api.call(
      'GET',
      `${path}/messages?limit=200${query}`,
    );
    messages.push(...page.items);
    cursor = page.nextCursor;
  }
  return messages;
}

/** The results once all windows have closed and all orders are in. */
async function closedResults(api: AdminApi, id: string, people: number): Promise<Results> {
  let results: Results | undefined;
  const read = async (): Promise<boolean> => {
    results = await api.call<Results>('GET', `/admin/sequences/${id}/results`);
    const { treated, holdout } = results.closed;
    return treated.customers + holdout.customers >= people && (await api.isIdle());
  };
  await until('windows closed', read, WINDOW_MS + 60_000);
  if (!results) throw new Error('the sequence has no results');
  return results;
}

const definition = (brandId: string): object => ({
  brandId,
  name: 'A second order',
  segment: SEGMENT,
  exitOnOrder: false,
  exitOnLeave: false,
  steps: [
    {
      id: 'again',
      delay: 'PT0S',
      subject: 'A second visit',
      body: '# Come again\n\nThere is more to see.\n\n[Look around]({{ shop.url }})',
    },
  ],
});
