import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageApproval } from '../../src/image-generation/requests/image-approval.entity.js';
import { stored } from '../factories/given.js';
import { type ImageBody, ModuleClient } from '../setup/module-client.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;
let module: ModuleClient;
let stranger: ModuleClient;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await SequenceStore.start(app, sink, 'approvals.myshopify.com', { ann: {} });
  module = new ModuleClient(app, store.retailerId);
  stranger = new ModuleClient(app, (await installStore(app, 'stranger.myshopify.com')).retailerId);
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

const dimensions = { width: 400, height: 200 };
let prompts = 0;
const hero = async (more: object = {}): Promise<ImageBody> => {
  const body = { brandId: store.brandId, prompt: `Boat ${(prompts += 1)}`, style: 'minimal', dimensions, ...more };
  return (await module.make('hero-generation', body)).body;
};
const decide = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer<ImageBody>> =>
  module.call('POST', `images/${id}/approval`, body, headers);
const edit = (id: string, changes: object, headers: Record<string, string> = {}): Promise<Answer<ImageBody>> =>
  module.call('POST', `images/${id}/edit`, changes, { prefer: 'wait=30', ...headers });
const demandApproval = (requireApprovedImages: boolean) =>
  app.admin('PATCH', `/admin/brands/${store.brandId}`, { settings: { requireApprovedImages } });

describe('an approval', () => {
  it('is none until somebody decides, and then says what, why, who and when', async () => {
    const { id, approval, decision } = await hero();
    expect({ approval, decision }).toEqual({ approval: 'none', decision: null });
    const minted = await app.admin<{ token: string }>('POST', `/admin/retailers/${store.retailerId}/module-tokens`, {});
    const answer = await fetch(`${app.url}/module-r/images/${id}/approval`, {
      method: 'POST',
      headers: { authorization: `Bearer ${minted.body.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ approval: 'rejected', note: 'Too dark' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id,
      approval: 'rejected',
      decision: {
        note: 'Too dark',
        by: { kind: 'admin', subject: expect.any(String) as unknown },
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/) as unknown,
      },
    });
    expect((await decide(id, { approval: 'approved' })).body).toMatchObject({
      approval: 'approved',
      decision: { note: null, by: null },
    });
    expect((await module.get(`images/${id}`)).body.approval).toBe('approved');
    const { items } = (await module.get<{ items: ImageBody[] }>(`images?brandId=${store.brandId}`)).body;
    expect(items.find((item) => item.id === id)?.approval).toBe('approved');
  });

  it('belongs to the request: the same image that another request asks for is not approved', async () => {
    const { id } = await hero({ prompt: 'A lighthouse' });
    await decide(id, { approval: 'approved' });
    expect(await hero({ prompt: 'A lighthouse' })).toMatchObject({ cached: true, approval: 'none' });
  });

  it.each([
    [{}, '/approval'],
    [{ approval: 'none' }, '/approval'],
    [{ approval: 'approved', note: 7 }, '/note'],
    [{ approval: 'approved', note: 'x'.repeat(1_001) }, '/note'],
    [{ approval: 'approved', by: 'me' }, '/by'],
  ])('is refused with %j', async (body, pointer) => {
    const { id } = await hero({ prompt: 'A lighthouse' });
    expect(await decide(id, body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('is refused for an image that failed', async () => {
    const products = [{ title: 'Mug', imageUrl: 'http://127.0.0.1:9/mug.png' }];
    const body = { brandId: store.brandId, headline: 'Back soon', products, dimensions };
    const failed = await module.make('banner-generation', body);
    expect(failed.body.status).toBe('failed');
    expect(await decide(failed.body.id, { approval: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'image_not_ready' },
    });
  });

  it('is 404 for the image of another retailer, and changes nothing', async () => {
    const { id } = await hero();
    const [approval, edited] = [
      await stranger.call('POST', `images/${id}/approval`, { approval: 'approved' }),
      await stranger.call('POST', `images/${id}/edit`, { prompt: 'Mine' }),
    ];
    expect([approval.status, edited.status]).toEqual([404, 404]);
    expect(await stored(app).rows(ImageApproval, { requestId: id })).toEqual([]);
  });

  it('is made once for an Idempotency-Key', async () => {
    const { id } = await hero();
    const key = { 'idempotency-key': 'approve-once' };
    const first = await decide(id, { approval: 'approved' }, key);
    await decide(id, { approval: 'rejected' });
    expect((await decide(id, { approval: 'approved' }, key)).body).toEqual(first.body);
    expect((await module.get(`images/${id}`)).body.approval).toBe('rejected');
  });
});

describe('a brand that demands approved images', () => {
  const SEQUENCE = 'approved-only';
  const put = (one: string, two: string) =>
    store.put(SEQUENCE, {
      steps: [
        step('one', 'PT0S', { images: { hero: one } }),
        step('two', 'PT1H', { images: { hero: { id: two, href: 'https://approvals.myshopify.com' } } }),
      ],
    });

  it('warns at PUT, refuses live runs with the pointers, and lets approved images out', async () => {
    const [one, two] = [await hero(), await hero()];
    expect((await put(one.id, two.id)).body).toMatchObject({ warnings: [] });
    await demandApproval(true);
    await decide(one.id, { approval: 'approved' });
    await decide(two.id, { approval: 'rejected', note: 'Wrong product' });
    const errors = [{ pointer: '/steps/1/images/hero' }];
    expect((await put(one.id, two.id)).body).toMatchObject({ warnings: errors });
    expect(await store.execute(SEQUENCE)).toMatchObject({
      status: 409,
      body: { code: 'images_not_approved', errors },
    });
    expect((await store.execute(SEQUENCE, { mode: 'dryRun' })).status).toBe(202);
    await decide(two.id, { approval: 'approved' });
    expect((await put(one.id, two.id)).body).toMatchObject({ warnings: [] });
    await decide(two.id, { approval: 'rejected' });
    const first = await store.execute(SEQUENCE, { steps: 'first' }, { prefer: 'wait=20' });
    expect(first).toMatchObject({ status: 200, body: { status: 'completed', counts: { sent: 1 } } });
    await demandApproval(false);
  });

  it('refuses an automatic sequence whose images are not approved', async () => {
    const { id } = await hero();
    await demandApproval(true);
    const automatic = { trigger: 'segment_entered', steps: [step('one', 'PT0S', { images: { banner: id } })] };
    expect(await store.put('automatic', automatic)).toMatchObject({
      status: 409,
      body: { code: 'images_not_approved', errors: [{ pointer: '/steps/0/images/banner' }] },
    });
    await decide(id, { approval: 'approved' });
    expect((await store.put('automatic', automatic)).status).toBe(201);
    await demandApproval(false);
  });
});

describe('an edit', () => {
  it('is a new request with the same fields, except for those that it names', async () => {
    const body = { brandId: store.brandId, headline: 'Back soon', subheadline: 'Until Sunday', dimensions };
    const made = (await module.make('banner-generation', { ...body, format: 'webp' })).body;
    const { status, body: edited } = await edit(made.id, { headline: 'Back now' });
    expect(status).toBe(200);
    expect(edited).toMatchObject({ kind: 'banner', editOf: made.id, status: 'ready', approval: 'none' });
    expect(edited.variants[0]).toMatchObject({ ...dimensions, format: 'webp' });
    expect(edited.overlays?.map(({ text }) => text)).toEqual(['Back now', 'Until Sunday']);
    expect(edited.id).not.toBe(made.id);
    expect(made).not.toHaveProperty('editOf');
    const { family } = made.variants[0] ?? {};
    expect(edited.family).toBe(family);
    const asked = await module.make('banner-generation', { ...body, headline: 'Back now', format: 'webp', family });
    expect(asked.body).toMatchObject({ cached: true, variants: [{ url: edited.variants[0]?.url }] });
  });

  it('keeps the family of a grid, also with other products', async () => {
    const goods = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `p${at}`, title: `Mug ${at}`, price: '€ 9.00' }));
    const { body: made } = await module.make('grid-generation', { brandId: store.brandId, products: goods(2) });
    const alone = await module.make('grid-generation', { brandId: store.brandId, products: goods(7) });
    const { body: edited } = await edit(made.id, { products: goods(7) });
    expect(edited).toMatchObject({ kind: 'grid', editOf: made.id, status: 'ready', family: made.family });
    expect(alone.body.family).not.toBe(made.family);
  });

  it('can be edited again, and removes a field with null', async () => {
    const body = { brandId: store.brandId, headline: 'Back soon', subheadline: 'Until Monday', dimensions };
    const made = (await module.make('banner-generation', body)).body;
    const once = (await edit(made.id, { headline: 'Here again' })).body;
    const twice = (await edit(once.id, { subheadline: null })).body;
    expect(twice).toMatchObject({ editOf: once.id });
    expect(twice.overlays?.map(({ text }) => text)).toEqual(['Here again']);
  });

  it('keeps the pixels where nothing changes, and is made once for an Idempotency-Key', async () => {
    const made = await hero({ variants: 2 });
    const key = { 'idempotency-key': 'edit-once' };
    const first = (await edit(made.id, {}, key)).body;
    expect(first.variants).toEqual(made.variants);
    expect(first).toMatchObject({ cached: true, editOf: made.id });
    expect((await edit(made.id, {}, key)).body).toEqual(first);
    expect((await edit(made.id, { format: 'jpeg' }, key)).status).toBe(422);
  });

  it.each([
    [{ headline: 'No words in a hero' }, '/headline'],
    [{ prompt: null }, '/prompt'],
    [{ dimensions: { width: 1 } }, '/dimensions/width'],
  ])('is refused with %j', async (changes, pointer) => {
    const { id } = await hero({ prompt: 'A lighthouse' });
    const { status, body } = await edit(id, changes);
    expect(status).toBe(422);
    expect(body.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it('of a product grid lays the same products out again', async () => {
    const products = ['Mug', 'Bowl'].map((title) => ({ id: title, title, price: '€9' }));
    const made = (await module.make('grid-generation', { brandId: store.brandId, products })).body;
    const edited = (await edit(made.id, { width: 480 })).body;
    expect(edited).toMatchObject({ kind: 'grid', editOf: made.id, status: 'ready' });
    expect(edited.html).toContain('Bowl');
  });
});
