import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdminApi, CallRefused, LIVE_RUN, until } from './admin-api.js';
import type { CampaignStore } from './campaign-store.js';
import type { Scene } from './scene.js';

interface Message {
  readonly email: string | null;
  readonly state: string;
  readonly messageId: string | null;
}

interface Execution {
  readonly executionId: string;
  readonly status: string;
  readonly counts: { readonly sent: number };
  readonly clicks: { readonly human: number; readonly robot: number };
}

interface OfferCounts {
  readonly minted: number;
  readonly redeemed: number;
  readonly openLiability: { readonly codes: number };
  readonly sentence: string;
}

/** At most; a small store has fewer recipients. */
const BUYERS = 20;
const SCANNED = 10;
/** A click so soon after the email was sent counts as a robot's. */
const NO_LONGER_INSTANT_MS = 6_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
const SCANNER = 'Barracuda Sentinel (EE)';
const SEGMENT = 'Has bought';

/**
 * A campaign with an offer: the store mints a code for each recipient, emails go out, a scanner opens all links of some
 * emails, and some people click and order with their code.
 */
export async function playCampaign(
  api: AdminApi,
  brandId: string,
  store: CampaignStore,
  outbox: string,
): Promise<Scene> {
  const id = `offer-${brandId.slice(0, 8)}`;
  await api.call('PUT', `/admin/sequences/${id}`, definition(brandId));
  const { executionId, status, counts } = await run(api, id, store);
  const sent = (await messagesOf(api, executionId)).filter(({ state }) => state === 'sent');
  const emails = await Promise.all(sent.slice(0, BUYERS + SCANNED).map((message) => emailOf(message, outbox)));
  await pause(NO_LONGER_INSTANT_MS);
  const [buyers, scanned] = [emails.slice(0, BUYERS), emails.slice(BUYERS)];
  for (const { links } of scanned) await Promise.all(links.map((link) => follow(link, 'HEAD', SCANNER)));
  for (const { to, button, code } of buyers) {
    await follow(button, 'GET', BROWSER);
    await store.order(to, code);
  }
  const offers = (): Promise<OfferCounts> => api.call('GET', `/admin/sequences/${id}/offers`);
  await until('codes redeemed', async () => (await offers()).redeemed >= buyers.length);
  const { clicks } = await api.call<Execution>('GET', `/admin/executions/${executionId}`);
  const { minted, redeemed, openLiability, sentence } = await offers();
  return {
    title: `An offer with a code for each person: ${store.name}`,
    lines: [
      ['codes minted by the store', `${minted}`],
      ['emails sent', `${counts.sent}`],
      ['codes redeemed', `${redeemed}`],
      ['codes open', `${openLiability.codes}: ${sentence}`],
      ['clicks of people', `${clicks.human}`],
      ['clicks of robots', `${clicks.robot}`],
    ],
    asExpected:
      status === 'completed' &&
      minted >= counts.sent &&
      redeemed === buyers.length &&
      openLiability.codes === counts.sent - redeemed &&
      clicks.human === buyers.length &&
      clicks.robot >= scanned.length,
  };
}

/** Runs the sequence live. Where the service needs a scope, the merchant grants it first. */
async function run(api: AdminApi, id: string, store: CampaignStore): Promise<Execution> {
  const execute = (): Promise<Execution> => api.call('POST', `/admin/sequences/${id}/execute`, LIVE_RUN);
  let execution = await execute().catch(async (error: unknown) => {
    if (!(error instanceof CallRefused) || error.problem['code'] !== 'scope_missing') throw error;
    await store.grant(String(error.problem['grantUrl']));
    return execute();
  });
  await until(
    'campaign sent',
    async () => {
      execution = await api.call('GET', `/admin/executions/${execution.executionId}`);
      return execution.status !== 'running';
    },
    300_000,
  );
  return execution;
}

/** The first messages of the execution. */
async function messagesOf(api: AdminApi, executionId: string): Promise<readonly Message[]> {
  const path = `/admin/executions/${executionId}/messages?limit=200`;
  return (await api.call<{ items: Message[] }>('GET', path)).items;
}

interface ReadEmail {
  readonly to: string;
  /** Every link that leads to the store. */
  readonly links: readonly string[];
  readonly button: string;
  readonly code: string;
}

/** The email as its reader sees it. */
async function emailOf({ email, messageId }: Message, outbox: string): Promise<ReadEmail> {
  const html = await readFile(join(outbox, `${messageId}.html`), 'utf8');
  const links = [...html.matchAll(/<a\b[^<>]*\shref="([^"]*\/c\/[^"]*)"[^<>]*>/g)];
  const button = links.find(({ index }) => html.slice(index, index + 1_500).includes(BUTTON));
  const [, code] = /class="rk-word"[^<>]*>([^<]+)</.exec(html) ?? [];
  if (!email || !button?.[1] || !code) throw new Error(`the email ${messageId} has no button or no code`);
  return { to: email, links: [...new Set(links.map(([, url = '']) => url))], button: button[1], code };
}

/** Opens a link as far as the store, with the redirects. */
async function follow(url: string, method: 'GET' | 'HEAD', userAgent: string): Promise<void> {
  const answer = await fetch(url, { method, headers: { 'user-agent': userAgent } });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${method} ${url} led to ${answer.url}, which answered ${answer.status}`);
}

const BUTTON = 'Come back in';

const definition = (brandId: string): object => ({
  brandId,
  name: 'Ten percent',
  segment: SEGMENT,
  offer: { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' },
  steps: [
    {
      id: 'offer',
      delay: 'PT0S',
      subject: '{{ offer.label }} for you',
      preheader: 'Until {{ offer.endsOn }}',
      body: `# We kept your favourites

:::offer
Here is {{ offer.label }} your next order. It ends {{ offer.endsOn }}.
:::

:::button
${BUTTON}
:::

:::products source=last-order count=4
## Because you bought {{ lastOrder.products[0].title }}
:::`,
    },
  ],
});
