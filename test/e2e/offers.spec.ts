import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { OfferRedemption } from '../../src/offers/offer-redemption.entity.js';
import { OfferRow } from '../../src/offers/offer.entity.js';
import { given, stored } from '../factories/given.js';
import { partOf } from '../setup/email-parts.js';
import { ModuleClient } from '../setup/module-client.js';
import { OFFER, OfferStage, SHOW } from '../setup/offer-stage.js';
import { expectMetric } from '../setup/metrics.js';
import { step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

let stage: OfferStage;
beforeAll(async () => {
  stage = await OfferStage.start();
});
afterAll(() => stage?.stop());
afterEach(() => {
  stage.shop.isUnreachable = false;
  stage.shop.scopes = [];
  stage.shop.answers.length = 0;
});

const later = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const wireOrder = (id: number, changes: object): object => ({
  id,
  customer: { id: 77, updated_at: later(-60) },
  total_price: '20.00',
  currency: 'USD',
  financial_status: 'paid',
  created_at: later(0),
  updated_at: later(0),
  line_items: [],
  ...changes,
});

describe('an offer', () => {
  it('gives each recipient one code of the store, which all steps share', async () => {
    const store = await stage.opened(['ada', 'bob']);
    const put = await store.put('shared-code', {
      offer: OFFER,
      steps: [step('one', 'PT0S', SHOW), step('two', 'PT0S', { ...SHOW, subject: 'two for {{ offer.code }}' })],
    });
    expect(put.status).toBe(201);
    const { body } = await store.execute('shared-code');
    expect((await store.ended(body.executionId)).counts).toMatchObject({ sent: 4 });
    const codes = await stage.codesOf(store);
    const ada = codes.get(store.idOf('ada'));
    expect(new Set([ada, codes.get(store.idOf('bob'))]).size).toBe(2);
    const adas = stage.sink.emails.filter(({ to }) => to === store.addressOf('ada'));
    expect(adas.map(({ source }) => source.includes(ada ?? '?'))).toEqual([true, true]);
    expect(stage.textOf(store, 'ada')).toContain('10% off');
    expect(await stage.offersOf('shared-code')).toMatchObject({
      minted: 2,
      assigned: 2,
      redeemed: 0,
      openLiability: { codes: 2, maximum: null },
      sentence: expect.stringMatching(/^2 open codes, each 10% off, until /) as string,
    });
  });

  it('has its code in an image for each recipient', async () => {
    const store = await stage.opened(['ada', 'bob']);
    const { body: banner } = await new ModuleClient(stage.app, store.retailerId).make('banner-generation', {
      brandId: store.brandId,
      headline: 'Your code is {{ offer.code | default: "inside" }}',
      dimensions: { width: 400, height: 200 },
    });
    const images = { hero: { id: banner.id, personal: true } };
    await store.put('pictured', { offer: OFFER, steps: [step('one', 'PT0S', { ...SHOW, images })] });
    const { body } = await store.execute('pictured');
    expect((await store.ended(body.executionId)).counts).toMatchObject({ sent: 2 });
    const codes = await stage.codesOf(store);
    const shown = ['ada', 'bob'].map((name) => {
      const html = partOf(stage.textOf(store, name), 'html');
      expect(html).toContain(`Your code is ${codes.get(store.idOf(name))}`);
      return /<img[^>]* src="([^"]*\/images\/[^"]*)"/.exec(html)?.[1];
    });
    expect(new Set([...shown, banner.variants[0]?.url]).size).toBe(3);
  });

  it('is redeemed by a counted order, once for two, and returned when no order counts', async () => {
    const store = await stage.opened(['ada']);
    await store.put('redeemed', { offer: OFFER, exitOnOrder: false, steps: [step('one', 'PT0S', SHOW)] });
    const { body } = await store.execute('redeemed');
    await store.ended(body.executionId);
    const [code = ''] = [...(await stage.codesOf(store)).values()];
    const order = (id: number, changes: object) =>
      deliver(stage.app.url, {
        topic: 'orders/updated',
        shop: store.domain,
        body: JSON.stringify(wireOrder(id, { discount_codes: [{ code: code.toLowerCase() }], ...changes })),
      });
    const counts = async (): Promise<number[]> => {
      const { redeemed, returned, openLiability } = await stage.offersOf('redeemed');
      return [redeemed, returned, openLiability.codes];
    };
    await order(1, {});
    await waitFor(async () => (await counts()).join() === '1,0,0');
    const path = `/admin/retailers/${store.retailerId}/events?types=offer.redeemed`;
    const events = async () => (await stage.app.admin<{ items: object[] }>('GET', path)).body.items;
    await waitFor(async () => (await events()).length > 0);
    const event = {
      type: 'offer.redeemed',
      customer: { id: store.idOf('ada'), externalId: 'ada' },
      data: { code, orderId: '1', executionId: body.executionId },
    };
    expect(await events()).toMatchObject([event]);
    await order(2, {});
    await stage.app.settled();
    await order(1, { financial_status: 'refunded', updated_at: later(1) });
    await waitFor(async () => (await stored(stage.app).count(OfferRedemption, { counted: true, code })) === 1);
    expect(await counts()).toEqual([1, 0, 0]);
    await order(2, { cancelled_at: later(0), updated_at: later(1) });
    await waitFor(async () => (await counts()).join() === '0,1,1');
    expect(await stored(stage.app).count(OfferRedemption, { code })).toBe(2);
    await order(1, { financial_status: 'paid', discount_codes: [], updated_at: later(2) });
    await stage.app.settled();
    expect(await counts()).toEqual([0, 1, 1]);
    expect(await events()).toHaveLength(1);
    for (const state of ['minted', 'assigned', 'redeemed', 'returned']) {
      await expectMetric(
        stage.app,
        new RegExp(`^rekindle_offers_total\\{state="${state}",platform="platform-a"\\} [1-9]`, 'm'),
      );
    }
  });

  it('waits for a store that is unreachable, and sends others meanwhile', async () => {
    const store = await stage.opened(['ada']);
    await store.put('unreachable', { offer: { ...OFFER, fallback: 'send' }, steps: [step('one', 'PT0S', SHOW)] });
    await store.put('without', { steps: [step('plain')] });
    stage.shop.isUnreachable = true;
    const { body } = await store.execute('unreachable');
    await waitFor(async () =>
      (await store.messages(body.executionId)).some(({ reason }) => reason === 'offer_pending'),
    );
    const other = await store.execute('without');
    expect((await store.ended(other.body.executionId)).counts).toMatchObject({ sent: 1 });
    expect((await store.execution(body.executionId)).counts).toMatchObject({ queued: 1, sent: 0 });
    stage.shop.isUnreachable = false;
    expect((await store.ended(body.executionId, 30_000)).counts).toMatchObject({ sent: 1 });
    expect(stage.sink.emails.at(-1)?.source).toContain([...(await stage.codesOf(store)).values()][0]);
  });

  it.each([
    ['send', { sent: 2, skipped: {} }],
    ['skip', { sent: 1, skipped: { no_offer: 1 } }],
  ])('whose code does not come in time: %s', async (fallback, counts) => {
    const store = await stage.opened(['ada']);
    const id = `late-${fallback}`;
    const offer = { ...OFFER, fallback, waitUpTo: 'PT1S' };
    const body = '{% if offer %}Use {{ offer.code }}{% endif %} [Go]({{ shop.url }})';
    await store.put(id, { offer, steps: [step('one', 'PT0S', { body }), step('two')] });
    stage.shop.isUnreachable = true;
    const { body: started } = await store.execute(id);
    expect((await store.ended(started.executionId, 60_000)).counts).toMatchObject(counts);
    expect(stage.textOf(store, 'ada')).not.toContain('Use');
  });

  it('goes on with what the store minted, whatever became of the answer', async () => {
    const store = await stage.opened(['ada', 'bob', 'cem', 'dana']);
    await store.put('faults', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    stage.shop.answers.push('pending', 'taken', 'lost', 'half');
    const { body } = await store.execute('faults');
    expect((await store.ended(body.executionId, 60_000)).counts).toMatchObject({ sent: 4 });
    const codes = [...(await stage.codesOf(store)).values()];
    expect(
      [...(stage.discountOf('faults')?.codes ?? [])].filter((code) => !stage.shop.foreign.has(code)).sort(),
    ).toEqual(codes.sort());
  });

  it('has codes only for those who may be emailed, and one more for a customer who may be later', async () => {
    const store = await stage.opened(['ada', 'bob']);
    await store.people({
      gone: { marketing: 'unsubscribed' },
      mute: { marketing: 'unknown' },
      none: { email: null },
      spam: {},
    });
    for (const name of ['gone', 'mute', 'none', 'spam']) await store.setOrders(name, 1);
    await stage.app.settled();
    await stage.app.admin('POST', `/admin/retailers/${store.retailerId}/suppressions`, {
      email: store.addressOf('spam'),
    });
    await store.put('reachable', { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
    const { body } = await store.execute('reachable');
    await waitFor(async () => (await stage.offersOf('reachable')).minted === 2);
    await waitFor(async () => (await store.execution(body.executionId)).counts.queued === 6);
    expect(await stored(stage.app).rows(OfferRow, { sequenceId: 'reachable' }, 'wanted')).toEqual([{ wanted: 2 }]);
    await given(stage.app).set(Customer, { marketing: 'subscribed' }, { id: store.idOf('mute') });
    await given(stage.app).set(Message, { dueAt: new Date() }, { executionId: body.executionId });
    const { counts } = await store.ended(body.executionId, 60_000);
    expect(counts).toMatchObject({ sent: 3, skipped: { unsubscribed: 1, no_address: 1, suppressed: 1 } });
    expect(await stage.offersOf('reachable')).toMatchObject({ minted: 3, assigned: 3 });
  });

  it('that the store refuses ends with a plain problem, and emails go by the fallback', async () => {
    const store = await stage.opened(['ada']);
    await store.put('refused', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    stage.shop.answers.push('limit');
    const { body } = await store.execute('refused');
    expect((await store.ended(body.executionId, 60_000)).counts).toMatchObject({ skipped: { no_offer: 1 } });
    expect((await stage.offersOf('refused')).problem).toBe('The store has too many codes.');
  });

  it('mints nothing for tests, previews and dry runs', async () => {
    const store = await stage.opened(['ada']);
    await store.put('tried', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const calls = stage.shop.calls.length;
    const test = await store.execute('tried', { mode: 'test', recipients: ['me@example.com'] });
    await store.ended(test.body.executionId);
    const trial = await store.execute('tried', { mode: 'dryRun' });
    expect((await store.ended(trial.body.executionId)).counts).toMatchObject({ failed: 0 });
    const preview = await stage.app.admin<{ text: string }>(
      'GET',
      `/admin/sequences/tried/steps/one/preview?customerId=${store.idOf('ada')}`,
    );
    expect(preview.body.text).toContain('TEST-CODE');
    expect(stage.sink.emails.find(({ to }) => to === 'me@example.com')?.source).toContain('TEST-CODE');
    expect(stage.shop.calls.length).toBe(calls);
    expect(await stage.offersOf('tried')).toMatchObject({ minted: 0, sentence: 'No code is open.' });
  });
});

describe('a sequence that a trigger starts', () => {
  it('has one discount for all who enter within a day, with codes minted ahead', async () => {
    const store = await stage.opened(['ada', 'bob']);
    for (const name of ['ada', 'bob']) await store.setOrders(name, 0);
    await stage.app.settled();
    const steps = [step('one', 'PT0S', SHOW)];
    await store.put('entered', { trigger: 'segment_entered', offer: OFFER, steps });
    await store.setOrders('ada', 1);
    await waitFor(() => stage.textOf(store, 'ada') !== '', 30_000);
    await store.setOrders('bob', 1);
    await waitFor(() => stage.textOf(store, 'bob') !== '', 30_000);
    expect(stage.shop.discounts.filter(({ rule }) => rule.title.startsWith('entered: '))).toHaveLength(1);
    const { minted, assigned, deactivated } = await stage.offersOf('entered');
    expect({ assigned, deactivated, ahead: minted - assigned >= 20 }).toEqual({
      assigned: 2,
      deactivated: 0,
      ahead: true,
    });
    const codes = await stage.codesOf(store);
    expect(stage.textOf(store, 'bob')).toContain(codes.get(store.idOf('bob')));
    const ends = stage.discountOf('entered')?.rule.endsAt.getTime() ?? 0;
    expect(ends - Date.now()).toBeGreaterThan(7 * 86_400_000);
  });
});
