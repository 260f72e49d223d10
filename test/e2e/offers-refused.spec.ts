import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCustomerRedact } from '../factories/compliance.js';
import { OFFER, OfferStage, refusal, SHOW } from '../setup/offer-stage.js';
import { step } from '../setup/sequence-store.js';
import { type Answer, waitFor } from '../setup/test-app.js';
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

describe('what is refused', () => {
  it('names a kind that the platform does not have, and wrong values', async () => {
    const store = await stage.opened([]);
    const put = (offer: object) => store.put('wrong', { offer: { ...OFFER, ...offer }, steps: [step('one')] });
    expect(refusal(await put({ kind: 'free_shipping', value: undefined }))).toEqual([422, 'offer_not_supported']);
    const errors = async (offer: object): Promise<unknown> =>
      ((await put(offer)) as Answer<{ errors?: { pointer: string }[] }>).body.errors?.map(({ pointer }) => pointer);
    expect(await errors({ value: 0 })).toEqual(['/offer/value']);
    expect(await errors({ value: '10' })).toEqual(['/offer/value']);
    expect(await errors({ kind: 'amount', value: 5 })).toEqual(['/offer/value']);
    expect(await errors({ minimum: '-1' })).toEqual(['/offer/minimum']);
    expect(await errors({ endsIn: 'P1M', waitUpTo: 'soon' })).toEqual(['/offer/endsIn', '/offer/waitUpTo']);
    expect(await errors({ code: 'UNKNOWN' })).toEqual(['/offer/code']);
  });

  it('is a live run without the scope, until a shared code is typed in', async () => {
    const store = await stage.opened(['ada']);
    stage.shop.scopes = ['write_discounts'];
    stage.shop.foreign.add('WELCOME');
    await store.put('scopes', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const answer = (await store.execute('scopes')) as unknown as Answer<object>;
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'scope_missing',
      scopes: ['write_discounts'],
      grantUrl: 'https://shop.example/grant',
    });
    await store.put('scopes', { offer: { ...OFFER, code: 'WELCOME' }, steps: [step('one', 'PT0S', SHOW)] });
    const { body } = await store.execute('scopes');
    expect((await store.ended(body.executionId)).counts).toMatchObject({ sent: 1 });
    expect(stage.textOf(store, 'ada')).toContain('Use WELCOME until');
  });

  it('is a live run whose text promises something else; a definition gets a warning', async () => {
    const store = await stage.opened(['ada']);
    const steps = [step('one', 'PT0S', { ...SHOW, subject: '20% off' })];
    const put = (await store.put('contradicts', { offer: OFFER, steps })) as unknown as Answer<{ warnings: object[] }>;
    expect(put.body.warnings).toContainEqual({
      pointer: '/steps/0/subject',
      detail: 'says "20%", and the offer is 10 percent',
    });
    const answer = (await store.execute('contradicts')) as unknown as Answer<object>;
    expect(answer.body).toMatchObject({ status: 409, code: 'offer_contradiction' });
  });
});

it('keeps the counts of an erased customer', async () => {
  const store = await stage.opened(['ada', 'bob']);
  await store.put('erased', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
  const { body } = await store.execute('erased');
  await store.ended(body.executionId);
  const redact = aCustomerRedact({ shop: store.domain, customerId: null, email: store.addressOf('ada') });
  await deliver(stage.app.url, { topic: 'customers/redact', shop: store.domain, body: JSON.stringify(redact) });
  await waitFor(async () => (await stage.codesOf(store)).has(null));
  expect(await stage.offersOf('erased')).toMatchObject({ minted: 2, assigned: 2, openLiability: { codes: 2 } });
});
