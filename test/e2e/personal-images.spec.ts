import { productImage, SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Product } from '../../src/commerce/model/product.entity.js';
import { MessageImage } from '../../src/email/images/message-image.entity.js';
import { ProviderCall } from '../../src/image-generation/providers/provider-call.entity.js';
import { given, stored } from '../factories/given.js';
import { partOf } from '../setup/email-parts.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { ImageHost } from '../setup/image-host.js';
import { ModuleClient } from '../setup/module-client.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver } from '../setup/webhooks.js';

const DOMAIN = 'personal.myshopify.com';
/** Who bought what last. The bowl has no photograph, and Eve paid in another currency. */
const BOUGHT = {
  ann: ['mug', 'tote'],
  bob: ['mug', 'tote'],
  cid: ['candle'],
  dan: ['bowl'],
  eve: ['mug'],
  noname: ['mug'],
  newcomer: [],
} as const;
type Seen = Readonly<Record<keyof typeof BOUGHT, string>>;

let app: TestApp;
let sink: SmtpSink;
let host: ImageHost;
let store: SequenceStore;
let module: ModuleClient;

beforeAll(async () => {
  [sink, host] = await Promise.all([SmtpSink.start(), ImageHost.start()]);
  app = await TestApp.start({ SMTP_URL: sink.url, IMAGE_FETCH_ALLOW: host.address });
  const people = Object.fromEntries(
    Object.keys(BOUGHT).map((name) => [name, { firstName: name === 'noname' ? '' : name }]),
  );
  store = await SequenceStore.start(app, sink, DOMAIN, people);
  module = new ModuleClient(app, store.retailerId);
  const { retailerId } = store;
  for (const name of ['mug', 'tote', 'candle', 'soap'] as const) {
    host.files.set(`/${name}.png`, await productImage(name, 300));
  }
  for (const id of ['mug', 'tote', 'candle', 'soap', 'bowl']) {
    await given(app).insert(Product, {
      retailerId,
      externalId: id,
      title: `The ${id}`,
      status: 'active',
      imageUrl: id === 'bowl' ? null : host.url(`/${id}.png`),
      price: '24.9',
      platformUpdatedAt: new Date(),
    });
  }
  for (const [name, productIds] of Object.entries(BOUGHT)) {
    if (productIds.length === 0) continue;
    await given(app).insert(Order, {
      retailerId,
      externalId: `order-${name}`,
      customerId: store.idOf(name),
      currency: name === 'eve' ? 'CHF' : 'USD',
      total: '30',
      refunded: '0',
      net: '30',
      counted: true,
      reason: 'counted',
      financialStatus: 'paid',
      test: false,
      productIds,
      orderedAt: new Date(),
      platformUpdatedAt: new Date(),
    });
  }
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([sink?.stop(), host?.stop()]);
});

const dimensions = { width: 400, height: 200 };
async function banner(rest: object): Promise<{ id: string; url: string }> {
  const body = { brandId: store.brandId, headline: 'Kept for you', dimensions, ...rest };
  const made = (await module.make('banner-generation', body)).body;
  expect(made.status).toBe('ready');
  return { id: made.id, url: made.variants[0]?.url ?? '' };
}

const soaps = [{ productId: 'soap' }];

const previewFor = async (sequenceId: string, name: string): Promise<string> => {
  const path = `/admin/sequences/${sequenceId}/steps/one/preview?customerId=${store.idOf(name)}`;
  return (await app.admin<{ html: string }>('GET', path)).body.html;
};

const srcIn = (html: string): string => /<img[^>]* src="([^"]*\/images\/[^"]*)"/.exec(html)?.[1] ?? '';

async function send(sequenceId: string, id: string): Promise<Seen> {
  const images = { hero: { id, personal: true } };
  expect((await store.put(sequenceId, { steps: [step('one', 'PT0S', { images })] })).status).toBe(201);
  const before = sink.emails.length;
  const { executionId } = (await store.execute(sequenceId)).body;
  await store.ended(executionId);
  const seen = sink.emails.slice(before).map(({ to, source }) => [to.split('@')[0], srcIn(partOf(source, 'html'))]);
  return Object.fromEntries(seen) as Seen;
}

describe('an image for each person', () => {
  let seen: Seen;
  let plain: { id: string; url: string };

  it('is shared by people with the same content, and differs for others', async () => {
    plain = await banner({ products: soaps });
    const calls = (await stored(app).rows(ProviderCall, {})).length;
    seen = await send('by-product', plain.id);
    expect(seen.ann).toBe(seen.bob);
    expect(seen.ann).toBe(seen.noname);
    expect(seen.cid).not.toBe(seen.ann);
    expect(new Set([seen.ann, seen.cid, plain.url]).size).toBe(3);
    for (const url of [seen.ann, seen.cid]) {
      const file = await fetch(url);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(await stored(app).rows(ProviderCall, {})).toHaveLength(calls);
  });

  it('is made of products that are prepared once, as files of the store', async () => {
    const prepared = () => app.sql(`SELECT key FROM image_files WHERE key LIKE 'prepared/%' ORDER BY key`);
    const before = await prepared();
    expect(before).toHaveLength(2);
    const other = await banner({ headline: 'Still here for you', products: soaps });
    const again = await send('by-product-again', other.id);
    expect(new Set([again.ann, again.cid, seen.ann, seen.cid]).size).toBe(4);
    expect(await prepared()).toEqual(before);
  });

  it('is that of the request where a fact is missing, and the reason is counted', async () => {
    expect([seen.dan, seen.eve, seen.newcomer]).toEqual([plain.url, plain.url, plain.url]);
    const { body } = await module.get<object>(`images/${plain.id}/personal`);
    expect(body).toEqual({ images: 2, waiting: 0, personal: 4, fallback: { no_product: 2, other_currency: 1 } });
  });

  it('names people where its words have placeholders, and is deleted when the person is erased', async () => {
    const named = await banner({ headline: '{{ customer.firstName | default: "Friend" }}, kept for you' });
    const shown = await send('by-name', named.id);
    expect(shown.noname).toBe(named.url);
    expect(new Set([shown.ann, shown.bob, shown.cid, named.url]).size).toBe(4);
    const redact = aCustomerRedact({ shop: DOMAIN, customerId: null, email: store.addressOf('ann') });
    const body = JSON.stringify(redact);
    await deliver(app.url, { topic: 'customers/redact', shop: DOMAIN, body });
    await waitFor(async () => (await fetch(shown.ann)).status === 404, 20_000);
    expect((await fetch(shown.bob)).status).toBe(200);
    expect((await fetch(seen.ann)).status).toBe(200);
    const ofAnn = () => stored(app).rows(MessageImage, { customerId: store.idOf('ann') });
    await waitFor(async () => (await ofAnn()).length === 0);
  });

  it('is shown in the preview of a step', async () => {
    expect(srcIn(await previewFor('by-product', 'cid'))).toBe(seen.cid);
  });

  it('has the product that is most often bought with the last one, and prices in the language of the person', async () => {
    const { id } = await banner({ products: [...soaps, { productId: 'candle' }] });
    const images = { hero: { id, personal: true } };
    expect((await store.put('pairs', { steps: [step('one', 'PT0S', { images })] })).status).toBe(201);
    expect(await previewFor('pairs', 'bob')).toContain('The mug, $24.90. The tote, $24.90.');
    await given(app).set(Customer, { language: 'de' }, { retailerId: store.retailerId, id: store.idOf('cid') });
    expect(await previewFor('pairs', 'cid')).toMatch(/The candle, 24,90.{1,6}\$. The soap, 24,90.{1,6}\$\./);
  });

  it('is refused for what can not be personal', async () => {
    const wordy = await banner({});
    const put = await store.put('never', {
      steps: [step('one', 'PT0S', { images: { hero: { id: wordy.id, personal: true } } })],
    });
    expect(put).toMatchObject({ status: 422, body: { errors: [{ pointer: '/steps/0/images/hero/personal' }] } });
    const coded = await banner({ offer: 'Use {{ offer.code | default: "your code" }}' });
    const silent = await store.put('never', {
      steps: [step('one', 'PT0S', { images: { hero: { id: coded.id, personal: true } } })],
    });
    expect(silent).toMatchObject({ status: 422, body: { errors: [{ pointer: '/steps/0/images/hero/personal' }] } });
    for (const headline of [
      'Hi {{ customer.firstName }}',
      '{{ customer.email | default: "you" }}',
      '{% if x %}',
      '{{ customer.firstName | default: "" }}',
    ]) {
      const refused = await module.call('POST', 'image/banner-generation', {
        brandId: store.brandId,
        headline,
        dimensions,
      });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/headline' }] } });
    }
  });
});
