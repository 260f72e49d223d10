import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await SequenceStore.start(app, sink, 'definitions.myshopify.com', { ann: { firstName: 'Ann' } });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

interface Problem {
  readonly errors?: readonly { readonly pointer: string }[];
}
const pointers = (body: unknown): string[] => ((body as Problem).errors ?? []).map(({ pointer }) => pointer);

describe('PUT /admin/sequences/{id}', () => {
  it('keeps the version of an equal definition, and increases it with every change', async () => {
    const first = await store.put('versions', { steps: [step('one')] });
    expect(first).toMatchObject({
      status: 201,
      body: { id: 'versions', version: 1, exitOnLeave: true, trigger: 'manual' },
    });
    expect(await store.put('versions', { exitOnLeave: true, steps: [step('one')] })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect((await store.put('versions', { name: 'other', steps: [step('one')] })).body.version).toBe(2);
    expect((await app.admin('GET', '/admin/sequences/versions')).body).toMatchObject({ name: 'other', version: 2 });
    const list = await app.admin<{ items: { id: string }[] }>('GET', `/admin/sequences?brandId=${store.brandId}`);
    expect(list.body.items.map(({ id }) => id)).toContain('versions');
  });

  it('makes one version of equal concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.put('at-once', { steps: [step('one')] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.map(({ body }) => body.version)).toEqual(Array(8).fill(1));
  });

  it.each<[what: string, change: object, pointers: string[]]>([
    ['an unknown segment', { segment: 'Nobody', steps: [step('one')] }, ['/segment']],
    ['an unknown key', { steps: [step('one')], colour: 'red' }, ['/colour']],
    ['no steps', { steps: [] }, ['/steps']],
    ['too many steps', { steps: Array.from({ length: 21 }, (_, n) => step(`s${n}`)) }, ['/steps']],
    ['two sources', { steps: [step('one', 'PT0S', { html: '<p>x</p>' })] }, ['/steps/0']],
    ['an invalid delay', { steps: [step('one', 'tomorrow')] }, ['/steps/0/delay']],
    ['an unknown time zone', { timeZone: 'Mars/Base', steps: [step('one')] }, ['/timeZone']],
    [
      'an invalid time of day',
      { quietHours: { from: '25:00', to: '08:00' }, steps: [step('one')] },
      ['/quietHours/from'],
    ],
    [
      'lists instead of objects',
      { quietHours: [], frequencyCap: [], reentry: [], steps: [step('one', 'PT0S', { images: [] })] },
      ['/steps/0/images', '/reentry', '/frequencyCap', '/quietHours'],
    ],
    ['a line break in a subject', { steps: [step('one', 'PT0S', { subject: 'a\r\nBcc: b' })] }, ['/steps/0/subject']],
  ])('refuses %s with a pointer', async (_what, change, expected) => {
    const { status, body } = await store.put('refused', change);
    expect({ status, pointers: [...new Set(pointers(body))] }).toEqual({ status: 422, pointers: expected });
    expect((await app.admin('GET', '/admin/sequences/refused')).status).toBe(404);
  });

  it('reports broken Liquid and broken MJML together, each with its step', async () => {
    const { status, body } = await store.put('broken', {
      steps: [
        step('one', 'PT0S', { body: '{% if customer %}never ends' }),
        { id: 'two', delay: 'PT0S', subject: 'x', mjml: '<mjml><mj-body><mj-nonsense /></mj-body></mjml>' },
      ],
    });
    expect(status).toBe(422);
    expect(pointers(body).some((pointer) => pointer.startsWith('/steps/0'))).toBe(true);
    expect(pointers(body).some((pointer) => pointer.startsWith('/steps/1'))).toBe(true);
  });

  it('refuses invalid ids, unknown brands, and the id of another brand', async () => {
    expect((await store.put('a%20b', { steps: [step('one')] })).status).toBe(400);
    expect((await store.put('x'.repeat(101), { steps: [step('one')] })).status).toBe(400);
    expect((await store.put('x', { brandId: store.retailerId, steps: [step('one')] })).status).toBe(404);
    await store.put('mine', { steps: [step('one')] });
    const other = await SequenceStore.start(app, sink, 'other.myshopify.com');
    expect(await other.put('mine', { steps: [step('one')] })).toMatchObject({
      status: 409,
      body: { code: 'sequence_of_other_brand' },
    });
  });
});

describe('a preview', () => {
  it('shows the email for a customer and for the worst cases', async () => {
    await store.put('preview', { steps: [step('one')] });
    const at = (query: string) =>
      app.admin<{ subject: string; bytes: number }>('GET', `/admin/sequences/preview/steps/one/preview${query}`);
    expect((await at(`?customerId=${store.idOf('ann')}`)).body.subject).toBe('one for Ann');
    expect((await at('?as=no_name')).body.subject).toBe('one for you');
    expect((await at('')).body.bytes).toBeGreaterThan(100);
    expect((await at('?as=nobody')).status).toBe(400);
    expect((await at(`?customerId=${store.brandId}`)).status).toBe(404);
    expect((await app.admin('GET', '/admin/sequences/preview/steps/none/preview')).status).toBe(404);
    const { headers } = await app.admin('GET', '/admin/sequences/preview/steps/one/preview?recipient=no_name');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('shows an email that is not saved, with what a save would warn of, and saves nothing', async () => {
    await store.put('drafted', { steps: [step('one')] });
    const saved = (await app.admin('GET', '/admin/sequences/drafted')).body;
    const steps = [step('one', 'PT0S', { subject: 'Draft for {{ customer.firstName | default: "you" }}' })];
    const draft = (change: object) =>
      app.admin<{ subject: string }>('POST', '/admin/sequences/preview', {
        brandId: store.brandId,
        name: 'Drafted',
        steps,
        step: 'one',
        ...change,
      });
    expect(await draft({ customerId: store.idOf('ann') })).toMatchObject({
      status: 200,
      body: { step: 'one', variant: null, subject: 'Draft for Ann', warnings: [] },
    });
    expect((await draft({ as: 'no_name' })).body.subject).toBe('Draft for you');
    expect(await draft({ schedule: { at: '2020-01-01T00:00:00Z' } })).toMatchObject({
      status: 200,
      body: { warnings: [{ pointer: '/schedule/at' }] },
    });
    const broken = await draft({ segment: 'Nobody', steps: [step('one', 'PT0S', { body: '{% if x %}' })] });
    expect(broken.status).toBe(422);
    expect(pointers(broken.body)).toEqual(['/segment', expect.stringMatching(/^\/steps\/0/)]);
    expect((await draft({ step: 'none' })).status).toBe(404);
    expect((await draft({ customerId: store.brandId })).status).toBe(404);
    expect((await app.admin('GET', '/admin/sequences/drafted')).body).toEqual(saved);
  });

  it('has the logo of the brand where the source asks for it', async () => {
    const logoUrl = 'https://cdn.example.com/logo.png';
    await app.admin('PATCH', `/admin/brands/${store.brandId}`, { logoUrl });
    const saved = await store.put('logo', {
      steps: [
        step('one', 'PT0S', { body: 'Logo: {{ brand.logoUrl }} [shop]({{ shop.url }}) [leave]({{ unsubscribeUrl }})' }),
      ],
    });
    expect(saved.body).toMatchObject({ id: 'logo' });
    const preview = '/admin/sequences/logo/steps/one/preview?as=no_name';
    expect((await app.admin<{ text: string }>('GET', preview)).body).toMatchObject({
      text: expect.stringContaining(logoUrl) as string,
    });
    await app.admin('PATCH', `/admin/brands/${store.brandId}`, { logoUrl: null });
  });
});

describe('POST /admin/sequences/{id}/execute', () => {
  it.each<[what: string, body: object, pointers: string[]]>([
    ['a test without recipients', { mode: 'test' }, ['/recipients']],
    ['recipients of a live run', { recipients: ['a@example.com'] }, ['/recipients']],
    ['an invalid address', { mode: 'test', recipients: ['a@example.com\r\nBcc: b@example.com'] }, ['/recipients']],
    ['an unknown step', { steps: ['one', 'nine'] }, ['/steps/1']],
    ['no step', { steps: [] }, ['/steps']],
    ['an unknown segment', { segment: 'Nobody' }, ['/segment']],
    ['an unknown mode', { mode: 'dry' }, ['/mode']],
  ])('refuses %s', async (_what, body, expected) => {
    await store.put('executed', { steps: [step('one')] });
    const answer = await store.execute('executed', body);
    expect({ status: answer.status, pointers: pointers(answer.body) }).toEqual({ status: 422, pointers: expected });
  });

  it('requires a segment if the sequence has none, and answers 404 for an unknown sequence', async () => {
    await store.put('nobody', { segment: undefined, steps: [step('one'), step('two')] });
    expect(pointers((await store.execute('nobody')).body)).toEqual(['/segment']);
    const body = { segment: 'Buyers', steps: 'first', mode: 'dryRun' };
    expect((await store.execute('nobody', body)).body.counts.planned).toBe(1);
    expect((await store.execute('none')).status).toBe(404);
    expect((await app.admin('GET', `/admin/executions/${store.brandId}`)).status).toBe(404);
  });
});
