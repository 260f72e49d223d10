import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { TestApp } from '../setup/test-app.js';
import { customers, type EmailStore, emailStore } from '../setup/email-scene.js';
import { step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/wait-for.js';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null;
}
interface Deliverability {
  readonly ready: boolean;
  readonly checks: readonly Check[];
}

/** A DNS server that knows no name; while `away`, it does not answer. */
const dns = createSocket('udp4');
let away = false;
let app: TestApp;
let store: EmailStore;

beforeAll(async () => {
  dns.on('message', (message, { port, address }) => {
    const answer = Buffer.from(message);
    answer.writeUInt16BE(0x8183, 2);
    if (!away) dns.send(answer, port, address);
  });
  dns.bind(0, '127.0.0.1');
  await once(dns, 'listening');
  app = await TestApp.start({ DNS_SERVERS: `127.0.0.1:${dns.address().port}` });
  store = await emailStore(app);
  const sender = { email: 'hello@winterlane.example', postalAddress: '1 Lane, Wintertown' };
  await app.admin('PATCH', `/admin/brands/${store.brandId}`, { sender });
});
afterAll(async () => {
  await app?.stop();
  dns.close();
});

const read = async (): Promise<Deliverability> =>
  (await app.admin<Deliverability>('GET', `/admin/brands/${store.brandId}/deliverability`)).body;

/** What the home page says about the sender, to an owner of the store. */
async function troubles(): Promise<readonly object[]> {
  const claims = { sub: '7', retailerId: store.retailerId, role: 'owner' } as const;
  const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
  const home = await fetch(`${app.url}/retailer/home`, { headers: { authorization: `Bearer ${token}` } });
  const { troubles: all } = (await home.json()) as { troubles: readonly { code: string }[] };
  return all.filter(({ code }) => code === 'sender_not_ready');
}

describe('the deliverability of a brand', () => {
  it('says in words which record to add where', async () => {
    const { ready, checks } = await read();
    expect(ready).toBe(false);
    expect(Object.fromEntries(checks.map(({ name, status }) => [name, status]))).toEqual({
      spf: 'failed',
      dkim: 'unknown',
      dmarc: 'failed',
      one_click_unsubscribe: 'unknown',
      postal_address: 'passed',
    });
    const dmarc = checks.find(({ name }) => name === 'dmarc');
    expect(dmarc?.detail).toContain('winterlane.example has no DMARC record');
    expect(dmarc).toMatchObject({ code: 'dmarc_missing', values: { domain: 'winterlane.example' } });
    expect(dmarc?.fix).toEqual({
      type: 'TXT',
      host: '_dmarc.winterlane.example',
      value: 'v=DMARC1; p=none; rua=mailto:postmaster@winterlane.example',
    });
  });

  it('refuses a live run above 1,000 people, unless it is forced', async () => {
    await customers(app, store.retailerId, 1_001);
    const segments = [{ name: 'All', criteria: { minOrders: 0 } }];
    const { brandId } = store;
    expect((await app.admin('POST', '/admin/segments/upsert', { brandId, segments })).status).toBe(200);
    await app.settled(60_000);
    const steps = [step('one', 'P2D')];
    const saved = await app.admin('PUT', '/admin/sequences/large', { brandId, name: 'L', segment: 'All', steps });
    expect(saved).toMatchObject({ status: 201 });
    const execute = (body: object) =>
      app.admin<{ code?: string; detail?: string }>('POST', '/admin/sequences/large/execute', body);
    const refused = await execute({});
    expect([refused.status, refused.body.code]).toEqual([409, 'sender_not_ready']);
    expect(refused.body.detail).toMatch(/spf: .*"force": true/s);
    const dryRun = await app.admin<{ warnings: readonly { detail: string }[] }>(
      'POST',
      '/admin/sequences/large/execute',
      { mode: 'dryRun' },
    );
    expect(dryRun.status).toBe(202);
    expect(dryRun.body.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^fails the check spf: /) as string,
      expect.stringMatching(/^fails the check dmarc: /) as string,
    ]);
    expect((await execute({ force: true })).status).toBe(202);
  });

  it('stands among the troubles of the store', async () => {
    expect(await troubles()).toMatchObject([{ code: 'sender_not_ready', about: ['spf', 'dmarc'], grantUrl: null }]);
  });

  it('is unknown, and refuses nothing, while the DNS is unreachable', async () => {
    away = true;
    await waitFor(async () => (await read()).checks.find(({ name }) => name === 'spf')?.status === 'unknown', 30_000);
    const { checks } = await read();
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(await troubles()).toEqual([]);
  });
});
