import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { TestApp } from '../setup/test-app.js';
import { EmptyDns } from '../setup/empty-dns.js';
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

let dns: EmptyDns;
let app: TestApp;
let store: EmailStore;

beforeAll(async () => {
  dns = await EmptyDns.start();
  app = await TestApp.start({ DNS_SERVERS: dns.address });
  store = await emailStore(app);
  const sender = { email: 'hello@winterlane.example', postalAddress: '1 Lane, Wintertown' };
  await app.admin('PATCH', `/admin/brands/${store.brandId}`, { sender });
});
afterAll(async () => {
  await app?.stop();
  dns?.stop();
});

const read = async (): Promise<Deliverability> =>
  (await app.admin<Deliverability>('GET', `/admin/brands/${store.brandId}/deliverability`)).body;

/** What an owner of the store gets from a route. */
async function owned<T>(method: string, path: string, body?: object): Promise<T> {
  const claims = { sub: '7', retailerId: store.retailerId, role: 'owner' } as const;
  const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/retailer${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as T;
}

/** What the home page says about the sender. */
async function troubles(): Promise<readonly object[]> {
  const { troubles: all } = await owned<{ troubles: readonly { code: string }[] }>('GET', '/home');
  return all.filter(({ code }) => code === 'sender_not_ready');
}

interface Plan {
  readonly planHash: string;
  readonly sender: { readonly refused: boolean; readonly failed: readonly Check[] };
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

  it('stands in the plan of a run of any size, with what mends it, for admins and owners alike', async () => {
    const segments = [{ name: 'Nobody', criteria: { minOrders: 1_000 } }];
    await app.admin('POST', '/admin/segments/upsert', { brandId: store.brandId, segments });
    await app.settled(60_000);
    const plan = async (body: object) => (await app.admin<Plan>('POST', '/admin/sequences/large/plan', body)).body;
    const large = await plan({});
    expect(large.sender.refused).toBe(true);
    expect(large.sender.failed.map(({ name }) => name)).toEqual(['spf', 'dmarc']);
    expect(large.sender.failed[1]?.fix?.host).toBe('_dmarc.winterlane.example');
    expect(await owned<Plan>('POST', '/sequences/large/plan', {})).toMatchObject({ sender: large.sender });
    expect((await plan({ segment: 'Nobody' })).sender).toEqual({ ...large.sender, refused: false });
  });

  it('stands among the troubles of the store', async () => {
    expect(await troubles()).toMatchObject([{ code: 'sender_not_ready', about: ['spf', 'dmarc'], grantUrl: null }]);
  });

  it('is unknown, and refuses nothing, while the DNS is unreachable', async () => {
    dns.isAway = true;
    await waitFor(async () => (await read()).checks.find(({ name }) => name === 'spf')?.status === 'unknown', 30_000);
    const { checks } = await read();
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(await troubles()).toEqual([]);
    const { body } = await app.admin<Plan>('POST', '/admin/sequences/large/plan', {});
    expect(body.sender).toEqual({ refused: false, failed: [] });
  });
});
