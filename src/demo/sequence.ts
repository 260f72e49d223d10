import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminApi, LIVE_RUN, until } from './admin-api.js';
import { type FollowedLink, followLinks } from './links.js';
import { CODE, OFFER } from './offer.js';

/** Ids of ready images. */
export interface SequenceImages {
  readonly hero?: string;
  readonly banner?: string;
  readonly grid?: string;
}

interface Execution {
  readonly executionId: string;
  readonly status: string;
  readonly audience: number;
  readonly counts: {
    readonly queued: number;
    readonly sent: number;
    readonly skipped: Readonly<Record<string, number>>;
  };
}

interface Message {
  readonly step: string;
  readonly state: string;
  readonly messageId: string | null;
}

const SEGMENT = 'Lapsed';
/** Good customers who have not ordered for four months. */
const CRITERIA = { minPurchaseAmount: '300.00', minOrders: 2, lastOrderOlderThanDays: 120 };
const EDITOR = 'editor@example.com';
const LIVE_MS = 300_000;

/**
 * Plans a win-back sequence of three steps, runs it, and sends it to an editor as a test. The service writes the emails
 * into `outbox`. Returns whether the live run followed the plan, the files exist and every link in them works.
 */
export async function runSequence(
  api: AdminApi,
  brandId: string,
  outbox: string,
  images: SequenceImages = {},
): Promise<boolean> {
  await api.upsertSegments(brandId, [{ name: SEGMENT, criteria: CRITERIA }]);
  // The id of a sequence is unique in the service, and a demo may run again on the same data.
  const id = `win-back-${brandId.slice(0, 8)}`;
  await api.call('PUT', `/admin/sequences/${id}`, definition(brandId, images));
  const plan = await execute(api, id, { mode: 'dryRun' });
  const live = await execute(api, id, LIVE_RUN);
  const test = await execute(api, id, { mode: 'test', recipients: [EDITOR] });
  const files = await filesOf(api, test.executionId, outbox);
  const links = (await Promise.all(files.map(({ html }) => followLinks(html)))).flat();
  print(plan, live, files);
  printLinks(links);
  const isAsPlanned = live.counts.sent === plan.counts.queued && live.status === 'completed';
  const areThere = files.length === 3 && files.every(({ html, eml }) => existsSync(html) && existsSync(eml));
  return isAsPlanned && areThere && links.every(({ status }) => status === 200);
}

async function execute(api: AdminApi, id: string, body: object): Promise<Execution> {
  let execution = await api.call<Execution>('POST', `/admin/sequences/${id}/execute`, body);
  const { executionId } = execution;
  await until(
    'sequence done',
    async () => {
      execution = await api.call<Execution>('GET', `/admin/executions/${executionId}`);
      return execution.status !== 'running';
    },
    LIVE_MS,
  );
  return execution;
}

async function filesOf(
  api: AdminApi,
  executionId: string,
  outbox: string,
): Promise<{ step: string; html: string; eml: string }[]> {
  const { items } = await api.call<{ items: Message[] }>('GET', `/admin/executions/${executionId}/messages`);
  const order: readonly string[] = STEPS.map(({ id }) => id);
  return items
    .map(({ step, messageId }) => ({
      step,
      html: join(outbox, `${messageId}.html`),
      eml: join(outbox, `${messageId}.eml`),
    }))
    .toSorted((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
}

function print(plan: Execution, live: Execution, files: readonly { step: string; html: string; eml: string }[]): void {
  const skipped = Object.entries(live.counts.skipped).map(([reason, count]) => `${count} ${reason}`);
  console.log('\nWin-back sequence of three emails');
  console.log(`  ${`members of "${SEGMENT}"`.padEnd(31)}${live.audience}`);
  console.log(`  ${'emails planned by the dry run'.padEnd(31)}${plan.counts.queued}`);
  console.log(`  ${'emails sent by the live run'.padEnd(31)}${live.counts.sent}`);
  console.log(`  ${'left out'.padEnd(31)}${skipped.join(', ') || 'nobody'}`);
  for (const { step, html, eml } of files) {
    console.log(`  ${step.padEnd(31)}${html}`);
    console.log(`  ${''.padEnd(31)}${eml}`);
  }
}

function printLinks(links: readonly FollowedLink[]): void {
  const broken = links.filter(({ status }) => status !== 200);
  console.log(`  ${'links followed'.padEnd(31)}${links.length}, ${links.length - broken.length} answered 200`);
  for (const { url, status } of broken) console.log(`  ${''.padEnd(31)}${status || 'no answer'}: ${url}`);
}

/** One offer, with the same figure in subject, text and image; see `images.ts`. */
const STEPS = [
  {
    id: 'we-miss-you',
    delay: 'PT0S',
    image: 'hero',
    subject: '{{ customer.firstName | default: "Hello" }}, we miss you',
    preheader: 'It has been a while',
    text: '# It has been a while\n\nWinter has come to {{ brand.name }}, and a lot is new since you were here.\n\n[See what is new]({{ shop.url }})',
  },
  {
    id: 'an-offer',
    delay: 'PT1S',
    image: 'banner',
    subject: `${OFFER} for you{% if customer.firstName %}, {{ customer.firstName }}{% endif %}`,
    preheader: 'On everything, for seven days',
    text: `# ${OFFER} everything\n\nTake ${OFFER} your next order with the code **${CODE}**, for the next seven days.\n\n[Choose something]({{ shop.url }})`,
  },
  {
    id: 'picked-for-you',
    delay: 'PT1S',
    image: 'grid',
    subject: `Your ${OFFER} ends soon`,
    preheader: 'A few things to spend it on',
    text: `# A few things to spend it on\n\nThe code **${CODE}** still gives you ${OFFER} everything.\n\n[See all]({{ shop.url }})`,
  },
] as const;

const definition = (brandId: string, images: SequenceImages): object => ({
  brandId,
  name: 'Win-back',
  segment: SEGMENT,
  steps: STEPS.map(({ image, text, ...step }) => ({
    ...step,
    body: text,
    ...(images[image] === undefined ? {} : { images: { [image]: images[image] } }),
  })),
});
