import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LinkClick } from '../../src/links/clicks/link-click.entity.js';
import { LinkTarget } from '../../src/links/targets/link-target.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { json } from '../factories/wire.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { earlier } from '../setup/earlier.js';
import { targetsOf, partOf } from '../setup/email-parts.js';
import { expectMetric } from '../setup/metrics.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

const PERSON = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' };
const HTML = `<!doctype html><html><body><a href="{{ shop.url }}/collections/new">New</a>
<a href="{{ shop.url }}/größe?a=1&amp;b=ä#größe">Größe</a>
<a href="{{ shop.url }}/you?mail={{ customer.email }}">Mine</a> <a href="{{ viewInBrowserUrl }}">Page</a>
<a href="{{ preferencesUrl }}">Preferences</a> <a href="mailto:us@shop.example">Write</a></body></html>`;

let app: TestApp;
let sink: SmtpSink;
let domain: string;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});
beforeEach(() => {
  stores += 1;
  domain = `links${stores}.myshopify.com`;
  sink.emails.length = 0;
});

interface Sent {
  readonly store: SequenceStore;
  readonly executionId: string;
  readonly html: string;
  readonly text: string;
  /** The links to the store, and at the end the one that no person sees. */
  readonly links: readonly string[];
  readonly view: string;
}

/** One email to Ann, sent a minute ago. */
async function sent(definition: object = {}, html = HTML): Promise<Sent> {
  const store = await SequenceStore.start(app, sink, domain, { ann: {} });
  await given(app).set(Retailer, { storefrontUrl: `https://${domain}` }, { id: store.retailerId });
  const put = await store.put(`seq-${stores}`, {
    steps: [step('one', 'PT0S', { body: undefined, html })],
    ...definition,
  });
  expect(put.status).toBe(201);
  const { executionId } = (await store.execute(`seq-${stores}`)).body;
  await store.ended(executionId);
  await app.sql(`UPDATE messages SET ${earlier('settled_at', "interval '1 minute'")} WHERE retailer_id = $1`, [
    store.retailerId,
  ]);
  const source = sink.emails[0]?.source ?? '';
  const received = partOf(source, 'html');
  const links = targetsOf(received).filter((url) => url.includes('/c/'));
  const view = targetsOf(received).find((url) => url.includes('/e/')) ?? '';
  return { store, executionId, html: received, text: partOf(source, 'plain'), links, view };
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const ask = (url: string, init: Asked = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init, headers: { ...PERSON, ...init.headers } });
const clicksOf = async ({ store, executionId }: Sent): Promise<unknown> =>
  ((await store.execution(executionId)) as unknown as { clicks: unknown }).clicks;
const signsOf = async ({ store }: Sent): Promise<(string | null)[]> =>
  (await stored(app).rows(LinkClick, { retailerId: store.retailerId }))
    .toSorted((a, b) => a.number - b.number)
    .map(({ sign }) => sign);
const forget = ({ store }: Sent): Promise<unknown> =>
  app.sql(`DELETE FROM link_clicks WHERE retailer_id = $1`, [store.retailerId]);

describe('a link of an email', () => {
  it('leads to its target with the campaign, and tells nobody where it came from', async () => {
    const email = await sent();
    const utm = `utm_source=rekindle&utm_medium=email&utm_campaign=seq-${stores}&utm_content=one`;
    const answers = await Promise.all(email.links.map((url) => ask(url)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
      `https://${domain}/collections/new?${utm}`,
      `https://${domain}/gr%C3%B6%C3%9Fe?a=1&b=%C3%A4&${utm}#gr%C3%B6%C3%9Fe`,
      `https://${domain}/you?mail=${encodeURIComponent(email.store.addressOf('ann'))}&${utm}`,
      `https://${domain}`,
    ]);
    for (const { headers } of answers) {
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    }
    expect(email.html).toContain('href="mailto:us@shop.example"');
    expect(email.text).toContain(email.links[0] ?? 'no link');
    const targets = await stored(app).rows(LinkTarget, { retailerId: email.store.retailerId });
    expect(targets.map(({ url }) => url).filter((url) => url.includes('@') || url.includes('ann'))).toEqual([]);
    expect(decodeURIComponent(email.links.join(' '))).not.toContain('ann');
  });

  it.each([
    ['another letter', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['a missing end', (token: string) => token.slice(0, 40)],
    ['the token of a page', (_token: string, view: string) => view.replace(/.*\//, '')],
    ['nonsense', () => encodeURIComponent('https://stranger.example')],
  ])('with %s is a page that leads nowhere', async (_name, change) => {
    const email = await sent();
    const [url = ''] = email.links;
    const token = url.replace(/.*\//, '');
    const answer = await ask(`${url.slice(0, -token.length)}${change(token, email.view)}?url=https://evil.example`);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    expect(await answer.text()).toContain('This link is not valid');
    expect(await signsOf(email)).toEqual([]);
  });

  it('of one store finds no target of another store', async () => {
    const email = await sent();
    const { retailerId } = await SequenceStore.start(app, sink, `other${stores}.myshopify.com`);
    const targets = await stored(app).rows(LinkTarget, { retailerId: email.store.retailerId });
    await given(app).delete(LinkTarget, { retailerId: email.store.retailerId });
    for (const target of targets) await given(app).insert(LinkTarget, { ...target, retailerId });
    expect((await ask(email.links[0] ?? '')).status).toBe(404);
  });

  it('works after the store has uninstalled the app, until its data are purged', async () => {
    const email = await sent();
    await given(app).set(Retailer, { status: 'uninstalled' }, { id: email.store.retailerId });
    expect((await ask(email.links[0] ?? '')).status).toBe(302);
    await app.sql(`DELETE FROM retailers WHERE id = $1`, [email.store.retailerId]);
    // Another process would not know the target; this one still does, and records nothing.
    expect([302, 404]).toContain((await ask(email.links[0] ?? '')).status);
    expect((await ask(email.links.at(-1) ?? '')).status).toBe(404);
  });
});

describe('clicks', () => {
  it('count once for each person and link, and not those of programs', async () => {
    const email = await sent();
    const [first = '', second = ''] = email.links;
    for (const url of [first, first, first]) await ask(url);
    await ask(second, { method: 'HEAD' });
    await ask(second, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    await ask(second, { headers: { 'user-agent': 'Proofpoint URL Scan' } });
    await ask(second, { headers: { 'user-agent': '' } });
    await waitFor(async () => (await signsOf(email)).length === 7);
    expect(await signsOf(email)).toEqual([null, null, null, 'method', 'prefetch', 'agent', 'agent']);
    expect(await clicksOf(email)).toEqual({ human: 1, robot: 4 });
    const [message] = await email.store.messages(email.executionId);
    expect(message).toMatchObject({ clicked: true });
    await expectMetric(app, /^rekindle_clicks_total\{kind="human",platform="platform-a"\} [1-9]/m);
  });

  it('of a program that opens every link are found out by the last one', async () => {
    const email = await sent();
    await ask(email.links[0] ?? '');
    await ask(email.links[1] ?? '');
    expect(await clicksOf(email)).toEqual({ human: 2, robot: 0 });
    await ask(email.links[2] ?? '');
    expect(await signsOf(email)).toEqual(['burst', 'burst', 'burst']);
    expect(await clicksOf(email)).toEqual({ human: 0, robot: 3 });
    await forget(email);
    await ask(email.links[0] ?? '');
    await ask(email.links.at(-1) ?? '');
    expect(await signsOf(email)).toEqual(['trap', 'trap']);
    const [message] = await email.store.messages(email.executionId);
    expect(message).toMatchObject({ clicked: false });
  });

  it('right after the mail server took the email are those of a program', async () => {
    const email = await sent();
    await app.sql(`UPDATE messages SET settled_at = now() WHERE retailer_id = $1`, [email.store.retailerId]);
    await ask(email.links[0] ?? '');
    expect(await signsOf(email)).toEqual(['instant']);
  });

  it('in a flood fill no table, and hide no person', async () => {
    const email = await sent();
    const [first = ''] = email.links;
    await Promise.all(Array.from({ length: 300 }, () => ask(first, { method: 'HEAD' })));
    const flooded = await signsOf(email);
    expect(flooded.length).toBeLessThanOrEqual(20);
    await ask(first);
    expect((await signsOf(email)).filter((sign) => sign === null)).toHaveLength(1);
  });

  it('go with the person', async () => {
    const email = await sent({ trackOpens: true });
    await ask(email.links[2] ?? '');
    const image = /<img src="([^"]+\/o\/[^"]+)"/.exec(email.html)?.[1] ?? '';
    expect((await ask(image)).headers.get('content-type')).toBe('image/gif');
    expect(await email.store.execution(email.executionId)).toMatchObject({ opened: 1, clicks: { human: 1 } });
    expect((await ask(email.view)).status).toBe(200);
    const body = json(aCustomerRedact({ shop: domain, customerId: null, email: email.store.addressOf('ann') }));
    await deliver(app.url, { topic: 'customers/redact', shop: domain, body });
    await waitFor(async () => (await signsOf(email)).length === 0);
    await waitFor(async () => (await ask(email.view)).status === 410);
    expect(await email.store.execution(email.executionId)).toMatchObject({ opened: 0 });
    // The link still leads to the store, without the person's address, and counts nothing.
    expect((await ask(email.links[2] ?? '')).headers.get('location')).toBe(`https://${domain}`);
    expect((await ask(email.links[0] ?? '')).status).toBe(302);
    await ask(image);
    expect(await signsOf(email)).toEqual([]);
    expect(await email.store.execution(email.executionId)).toMatchObject({ opened: 0 });
  });
});

describe('the page of an email', () => {
  it('is the email as it was sent, and runs nothing', async () => {
    const email = await sent();
    const answer = await ask(email.view);
    expect(await answer.text()).toBe(email.html);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox allow-popups/);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bad = await ask(`${email.view.slice(0, -1)}${email.view.endsWith('A') ? 'B' : 'A'}`);
    expect([bad.status, await bad.text()]).toEqual([404, expect.stringContaining('not valid')]);
    expect((await ask(email.view.replace(/[^/]+$/, (email.links[0] ?? '').replace(/.*\//, '')))).status).toBe(404);
  });
});

describe('a link to another host', () => {
  it('is a mistake of the author, unless the sequence names the host', async () => {
    const store = await SequenceStore.start(app, sink, domain);
    const steps = [step('one', 'PT0S', { body: `[a](https://blog.example/x) [b](https://${domain}/)` })];
    const refused = await store.put(`seq-${stores}`, { steps });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/steps/0/body' }] } });
    for (const linkHosts of [
      ['*.blog.example'],
      ['Blog.example'],
      ['https://blog.example'],
      ['blog'],
      ['blog.example:80'],
    ]) {
      const put = await store.put(`seq-${stores}`, { steps, linkHosts });
      expect(put).toMatchObject({ status: 422, body: { errors: [{ pointer: '/linkHosts' }] } });
    }
    expect((await store.put(`seq-${stores}`, { steps, linkHosts: ['blog.example'] })).status).toBe(201);
  });

  it('that only data of a customer yield leads to the front page, and the email is sent', async () => {
    // The trial recipient of the check has 1,234 orders and Ann has one.
    const host = '{{ customer.ordersCount | replace: "1234", "shop" | replace: "1", "evil" }}.example';
    const email = await sent({}, `<a href="https://${host}/x">a</a> <a href="{{ shop.url }}/b">b</a>`);
    const answer = await ask(email.links[0] ?? '');
    expect(answer.headers.get('location')).toMatch(new RegExp(`^https://${domain}/\\?utm_source=rekindle`));
    await expectMetric(app, /^rekindle_dropped_links_total [1-9]/m);
  });
});
