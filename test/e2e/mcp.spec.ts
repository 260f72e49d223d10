import { randomUUID } from 'node:crypto';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { ALLOWED, isAllowed } from '../../src/mcp/gate.js';
import { Assistant } from '../setup/assistant.js';
import { documentedRoutes } from '../setup/routes.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;
let stranger: SequenceStore;
let token: string;
let assistant: Assistant;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await SequenceStore.start(app, sink, 'assisted.myshopify.com', {
    ann: {},
    bob: { marketing: 'unsubscribed' },
  });
  stranger = await SequenceStore.start(app, sink, 'elsewhere.myshopify.com', { eve: {} });
  token = tokenOf(store);
  assistant = Assistant.start(app.url, token);
});
afterAll(async () => {
  await assistant?.stop();
  await app?.stop();
  await sink?.stop();
});

/** An owner's token, so that only the tools keep the assistant from sending. */
const tokenOf = ({ retailerId }: SequenceStore, seconds = 600): string => {
  const claims = { sub: 'assistant', retailerId, role: 'owner' } as const;
  return signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, seconds);
};

const definition = (more: object = {}): object => ({
  name: 'Come back',
  segment: 'Buyers',
  steps: [step('one')],
  ...more,
});
const banner = { prompt: 'A boat on a lake', style: 'minimal', dimensions: { width: 300, height: 200 } };

describe('the tools of an assistant', () => {
  it('are five, and their schemas are closed in themselves', async () => {
    const tools = await assistant.tools();
    expect(tools.map(({ name }) => name)).toEqual(['preview', 'explain', 'draft', 'render', 'plan']);
    for (const { inputSchema } of tools) {
      const known = Object.keys(inputSchema['$defs'] ?? {});
      const used = [...JSON.stringify(inputSchema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
      expect(known).toEqual(expect.arrayContaining(used));
    }
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'preview',
      'explain',
      'plan',
    ]);
  });

  it('preview counts the customers of criteria, with their value and a sample', async () => {
    const { text, data } = await assistant.call('preview', { criteria: { minOrders: 1 } });
    expect(text).toMatch(/^2 customers match, who spent 20\.00/);
    expect(data).toMatchObject({ count: 2, sample: [{ externalId: 'ann' }, { externalId: 'bob' }] });
  });

  it('explain says why one person is in a segment', async () => {
    const { text, data } = await assistant.call('explain', { segment: 'Buyers', email: store.addressOf('ann') });
    expect(text).toBe('The customer is in the segment. Time alone does not change that.');
    expect(data).toMatchObject({ member: true, tree: { children: [{ key: 'minOrders', fact: 1, holds: true }] } });
  });

  it('draft saves a sequence that nobody gets by itself, and changes it from its version', async () => {
    const { text, data } = await assistant.call('draft', { id: 'fresh', definition: definition() });
    expect(text).toContain('Nothing is sent');
    expect(text).toContain(`${app.url}/dashboard/sequences/fresh`);
    const { version } = data;
    expect((await app.admin('GET', '/admin/sequences/fresh')).body).toMatchObject({ trigger: 'manual', version });
    const changed = definition({ name: 'Come back soon', version });
    expect((await assistant.call('draft', { id: 'fresh', definition: changed })).data).toMatchObject({
      version: Number(version) + 1,
    });
  });

  it('draft makes a sequence of a template', async () => {
    const template = { id: 'win-back-no-offer', segment: 'Buyers', language: 'de' };
    const { data } = await assistant.call('draft', { template });
    expect((await app.admin('GET', `/admin/sequences/${String(data['id'])}`)).body).toMatchObject({
      trigger: 'manual',
    });
  });

  it('render waits until the image is ready', async () => {
    const { data } = await assistant.call('render', { kind: 'hero', request: banner });
    expect(data).toMatchObject({ status: 'ready', variants: [{ width: 300, height: 200 }] });
    expect((await assistant.call('render', { id: data['id'] })).data).toEqual(data);
  });

  it('plan says how many people a sequence reaches and why others get nothing, and sends nothing', async () => {
    await store.put('planned', { steps: [step('one')] });
    const { text, data } = await assistant.call('plan', { sequence: 'planned' });
    expect(text).toMatch(/^Of 2 people 1 would get 1 emails; 1 would get none\./);
    expect(data).toMatchObject({ status: 'completed', people: { emailed: 1, leftOut: { unsubscribed: 1 } } });
    expect(JSON.stringify(data)).not.toContain('planHash');
  });
});

describe('an assistant who asks for the impossible', () => {
  it.each<[string, string, () => Record<string, unknown>, RegExp]>([
    [
      'criteria with a mistake',
      'preview',
      () => ({ criteria: { minOrders: -1 } }),
      /422.*\n- \/criteria\/minOrders .*\nCorrect/s,
    ],
    [
      'a segment that does not exist',
      'explain',
      () => ({ segment: 'Nobody', email: 'a@b.example' }),
      /no segment "Nobody".*"Buyers"/,
    ],
    ['nobody to explain', 'explain', () => ({ segment: 'Buyers' }), /exactly one of email/],
    ['two sources of a draft', 'draft', () => ({ definition: definition(), template: {} }), /exactly one/],
    ['an unknown template', 'draft', () => ({ template: { id: 'none' } }), /no template none.*win-back/],
    [
      'a draft that starts by itself',
      'draft',
      () => ({ definition: definition({ trigger: 'segment_entered' }) }),
      /trigger manual/,
    ],
    ['a draft in the place of another sequence', 'draft', () => ({ id: 'planned', definition: definition() }), /409 /],
    ['an unknown kind of image', 'render', () => ({ kind: 'film', request: banner }), /generate, hero, banner, grid/],
    ['a path in the place of an id', 'plan', () => ({ sequence: 'planned/execute' }), /No tool may call POST/],
    ['a path upwards', 'plan', () => ({ sequence: '..' }), /No tool may call POST/],
  ])('reads what is wrong and what to do: %s', async (_title, tool, input, words) => {
    const { text, isError } = await assistant.call(tool, input());
    expect(text).toMatch(words);
    expect(isError).toBe(true);
  });

  it('does not change a sequence that was sent, or that starts by itself', async () => {
    await app.admin('PATCH', `/admin/brands/${store.brandId}`, {
      sender: { name: 'Shop', email: 'shop@assisted.example', postalAddress: 'Lane 1' },
    });
    const { version } = (await store.put('sent', { steps: [step('one')] })).body;
    const { executionId } = (await store.execute('sent', {})).body;
    await store.ended(executionId);
    const emails = sink.emails.length;
    const change = { id: 'sent', definition: definition({ version }) };
    expect((await assistant.call('draft', change)).text).toMatch(/was sent, so it is no draft/);
    const automatic = (await store.put('automatic', { trigger: 'segment_entered', steps: [step('one')] })).body;
    const other = { id: 'automatic', definition: definition({ version: automatic.version }) };
    expect((await assistant.call('draft', other)).text).toMatch(/starts by itself/);
    expect(sink.emails.length).toBe(emails);
  });

  it("finds nothing under another store's ids", async () => {
    const { segmentId } = await segmentOf(stranger);
    await stranger.put('foreign', { steps: [step('one')] });
    const about = { email: stranger.addressOf('eve') };
    for (const { text, isError } of [
      await assistant.call('explain', { segment: segmentId, ...about }),
      await assistant.call('preview', { brandId: stranger.brandId, criteria: { minOrders: 1 } }),
      await assistant.call('plan', { sequence: 'foreign' }),
      await assistant.call('draft', { brandId: stranger.brandId, definition: definition() }),
      await assistant.call('draft', { id: 'foreign', definition: definition({ version: 1 }) }),
      await assistant.call('render', { id: randomUUID().toUpperCase() }),
      await assistant.call('render', { brandId: stranger.brandId, kind: 'hero', request: banner }),
    ]) {
      expect(text).toMatch(/^404 not_found/);
      expect(text).toContain('Nothing with this id belongs to the store of this token');
      expect(isError).toBe(true);
    }
  });

  it('reads that the token has ended, or that nothing answers', async () => {
    const other = Assistant.start(app.url, `${token.slice(0, -4)}AAAA`);
    const away = Assistant.start('http://127.0.0.1:9', token);
    expect((await other.call('preview', { criteria: { minOrders: 1 } })).text).toMatch(/^401 .*REKINDLE_TOKEN/s);
    expect((await away.call('preview', { criteria: { minOrders: 1 } })).text).toMatch(/^No service answers at/);
    await Promise.all([other.stop(), away.stop()]);
  });
});

const segmentOf = async ({ brandId }: SequenceStore): Promise<{ segmentId: string }> => {
  const { body } = await app.admin<{ items: { id: string }[] }>('GET', `/admin/segments?brandId=${brandId}`);
  return { segmentId: body.items[0]?.id ?? '' };
};

describe('the MCP server', () => {
  it('can call no route that approves, sends, resumes, cancels or deletes', async () => {
    const routes = (await documentedRoutes()).map(({ method, path }) => `${method} ${path}`);
    expect(routes).toEqual(expect.arrayContaining([...ALLOWED]));
    const open = routes.filter((route) => {
      const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, randomUUID()).split(' ');
      return isAllowed(method, path);
    });
    expect(open.toSorted()).toEqual([...ALLOWED].toSorted());
    expect(
      open.filter((route) =>
        /approve|execute|execution|send|resume|pause|cancel|DELETE|token|PATCH|approval/.test(route),
      ),
    ).toEqual(['GET /retailer/sequences/{id}/executions']);
  });

  it('has approved and started nothing in all of these calls', async () => {
    const approvals = await app.sql(`SELECT FROM sequence_plans WHERE approvals <> '[]'`);
    const runs = await app.sql<{ sequence_id: string }>(`SELECT sequence_id FROM executions WHERE mode <> 'dryRun'`);
    expect(approvals).toEqual([]);
    expect([...new Set(runs.map((run) => run.sequence_id))]).toEqual(expect.not.arrayContaining(['fresh', 'planned']));
  });

  it('never says its token', () => {
    expect(assistant.heard).not.toContain(token);
    expect(assistant.heard).not.toContain(token.split('.')[2]);
  });
});
