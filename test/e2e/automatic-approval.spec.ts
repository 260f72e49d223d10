import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { signToken } from '../../src/auth/sign-token.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await SequenceStore.start(app, sink, 'automatic.myshopify.com', { ann: {}, bob: {}, cleo: {} });
  for (const name of ['ann', 'bob', 'cleo']) await store.setOrders(name, 0);
  await app.settled();
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

type Role = 'owner' | 'second' | 'member';

async function as<T>(role: Role, method: string, path: string, body?: object): Promise<Answer<T>> {
  const claims = { sub: role, role: role === 'member' ? ('member' as const) : ('owner' as const) };
  const secrets = app.service.runtime.config.tokenSecrets.retailer;
  const token = signToken('retailer', { ...claims, retailerId: store.retailerId }, secrets, 600);
  const answer = await fetch(`${app.url}/retailer/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
}

interface Sequence {
  readonly version: number;
  readonly automatic: { since: string | null; approvals: object[]; approvalsNeeded: number } | null;
}

const put = (role: Role, more: object = {}) =>
  as<Sequence>(role, 'PUT', 'sequences/enters', {
    brandId: store.brandId,
    name: 'Enters',
    segment: 'Buyers',
    trigger: 'segment_entered',
    steps: [step('one')],
    ...more,
  });
const approve = (role: Role, version: number) => as(role, 'POST', 'sequences/enters/approve', { version });
const automatic = async () => (await as<Sequence>('member', 'GET', 'sequences/enters')).body.automatic;
const byTwo = (approvalByTwo: boolean) =>
  as('owner', 'PATCH', `brands/${store.brandId}`, { settings: { approvalByTwo } });
const waiting = async () => {
  const { body } = await as<{ decisions: { kind: string; ids: string[] }[] }>('member', 'GET', 'home');
  return body.decisions;
};

/** The customer enters the segment, and nothing is left to do. */
async function enter(name: string): Promise<void> {
  await store.setOrders(name, 1);
  await app.settled();
}

describe('a sequence that starts by itself', () => {
  it('sends from when its owner saves it', async () => {
    const { status, body } = await put('owner');
    expect({ status, automatic: body.automatic }).toMatchObject({
      status: 201,
      automatic: {
        since: expect.any(String) as string,
        approvals: [{ kind: 'user', subject: 'owner' }],
        approvalsNeeded: 1,
      },
    });
    await enter('ann');
    await waitFor(() => store.received()['ann'] !== undefined);
    expect((await put('owner', { trigger: 'manual' })).body.automatic).toBeNull();
  });

  it('waits for a second person where the brand wants two', async () => {
    await byTwo(true);
    const { body } = await put('owner', { name: 'By two' });
    expect(body.automatic).toMatchObject({ since: null, approvals: [{ subject: 'owner' }], approvalsNeeded: 2 });
    expect(await waiting()).toEqual([{ kind: 'automatic_sequence', count: 1, ids: ['enters'] }]);
    await enter('bob');
    for (const [role, version, status] of [
      ['member', body.version, 403],
      ['second', body.version - 1, 409],
      ['owner', body.version, 200],
    ] as const) {
      expect((await approve(role, version)).status, role).toBe(status);
    }
    expect(await automatic()).toMatchObject({ since: null, approvals: [{ subject: 'owner' }] });
    // A pause and its end approve nothing.
    for (const each of ['pause', 'resume']) await as('owner', 'POST', `sequences/enters/${each}`);
    expect(await automatic()).toMatchObject({ since: null });
    expect((await approve('second', body.version)).body).toMatchObject({
      approvals: [{ subject: 'owner' }, { subject: 'second' }],
      approvalsNeeded: 2,
    });
    expect(await automatic()).toMatchObject({ since: expect.any(String) as string });
    expect(await waiting()).toEqual([]);
    await enter('cleo');
    await waitFor(() => store.received()['cleo'] !== undefined);
    expect(store.received()['bob']).toBeUndefined();
  });

  it('waits again after a change, and operators count too', async () => {
    const { body } = await put('owner', { name: 'Changed' });
    expect(body.automatic).toMatchObject({ since: null });
    expect((await as('owner', 'POST', 'sequences/enters/approve', {})).status).toBe(422);
    const admin = await app.admin('POST', '/admin/sequences/enters/approve', { version: body.version });
    expect(admin).toMatchObject({ status: 200, body: { approvals: [{ subject: 'owner' }, { kind: 'admin' }] } });
    expect(await automatic()).toMatchObject({ since: expect.any(String) as string });
    const manual = await put('owner', { trigger: 'manual' });
    expect((await approve('second', manual.body.version)).status).toBe(422);
    await byTwo(false);
  });
});

describe('a plan that nobody has sent', () => {
  const definition = { name: 'Looked at', trigger: 'manual' };
  const look = () => as('owner', 'POST', 'sequences/enters/plan', {});

  it('counts on home once for each sequence, until the sequence changes', async () => {
    await put('owner', definition);
    for (let times = 0; times < 3; times += 1) await look();
    expect(await waiting()).toEqual([{ kind: 'plan', count: 1, ids: ['enters'] }]);
    await put('owner', { ...definition, name: 'Changed since' });
    expect(await waiting()).toEqual([]);
  });

  it('has a dry run, which lists of runs may leave out', async () => {
    const list = async (query: string) =>
      (await as<{ items: { mode: string }[] }>('owner', 'GET', `sequences/enters/executions?${query}`)).body.items;
    expect((await list('limit=1'))[0]).toMatchObject({ mode: 'dryRun' });
    const runs = await list('limit=1&dryRuns=false');
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ mode: 'live' });
  });
});
