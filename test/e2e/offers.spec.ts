import { SmtpSink } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { observeMinting } from '../../src/offers/minting-observer.js';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { OfferRedemption } from '../../src/offers/offer-redemption.entity.js';
import { OfferRow } from '../../src/offers/offer.entity.js';
import { PLATFORM_MODULES } from '../../src/platforms.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { FakeDiscounts, withDiscounts } from '../setup/fake-discounts.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

interface Offers {
  readonly minted: number;
  readonly assigned: number;
  readonly redeemed: number;
  readonly returned: number;
  readonly deactivated: number;
  readonly openLiability: { readonly codes: number; readonly maximum: object | null; readonly until: string | null };
  readonly problem: string | null;
  readonly sentence: string;
}

const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
/** Points that are reached once for an offer; the others are reached for each batch. */
const ONCE: ReadonlySet<string> = new Set(['planned', 'creating', 'created']);
const SHOW = {
  subject: 'one for {{ customer.firstName }}: {{ offer.label }}',
  body: 'Use {{ offer.code }} until {{ offer.endsOn }}. [Go]({{ offer.url }})',
};

const shop = new FakeDiscounts();
let app: TestApp;
let sink: SmtpSink;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, EMAIL_FROM: 'Rekindle <hello@example.com>' }, [
    ...PLATFORM_MODULES,
    withDiscounts(shop),
  ]);
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});
afterEach(() => {
  shop.isAway = false;
  shop.scopes = [];
  shop.answers.length = 0;
});

const opened = (names: readonly string[]): Promise<SequenceStore> => {
  stores += 1;
  return SequenceStore.start(
    app,
    sink,
    `offers${stores}.myshopify.com`,
    Object.fromEntries(names.map((name) => [name, {}])),
  );
};

const offersOf = async (id: string): Promise<Offers> =>
  (await app.admin<Offers>('GET', `/admin/sequences/${id}/offers`)).body;

const codesOf = async (store: SequenceStore): Promise<Map<string | null, string>> => {
  const rows = await stored(app).rows(OfferCode, { retailerId: store.retailerId }, 'customerId', 'code');
  return new Map(rows.map(({ customerId, code }) => [customerId, code]));
};

const textOf = (store: SequenceStore, name: string): string =>
  sink.emails.find(({ to }) => to === store.addressOf(name))?.source ?? '';

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

/** The discount of a sequence's last run on the store. */
const discountOf = (id: string) => shop.discounts.findLast(({ rule }) => rule.title.startsWith(`${id}: `));

const refusal = (answer: Answer): unknown => {
  const { status, body } = answer as Answer<{ code: string; errors?: unknown }>;
  return [status, body.code];
};

describe('an offer', () => {
  it('gives each recipient one code of the store, which all steps share', async () => {
    const store = await opened(['ada', 'bob']);
    const put = await store.put('shared-code', {
      offer: OFFER,
      steps: [step('one', 'PT0S', SHOW), step('two', 'PT0S', { ...SHOW, subject: 'two for {{ offer.code }}' })],
    });
    expect(put.status).toBe(201);
    const { body } = await store.execute('shared-code');
    expect((await store.ended(body.executionId)).counts).toMatchObject({ sent: 4 });
    const codes = await codesOf(store);
    const ada = codes.get(store.idOf('ada'));
    expect(new Set([ada, codes.get(store.idOf('bob'))]).size).toBe(2);
    const adas = sink.emails.filter(({ to }) => to === store.addressOf('ada'));
    expect(adas.map(({ source }) => source.includes(ada ?? '?'))).toEqual([true, true]);
    expect(textOf(store, 'ada')).toContain('10% off');
    expect(await offersOf('shared-code')).toMatchObject({
      minted: 2,
      assigned: 2,
      redeemed: 0,
      openLiability: { codes: 2, maximum: null },
      sentence: expect.stringMatching(/^2 open codes, each 10% off, until /) as string,
    });
  });

  it('is redeemed by a counted order, once for two, and returned when no order counts', async () => {
    const store = await opened(['ada']);
    await store.put('redeemed', { offer: OFFER, exitOnOrder: false, steps: [step('one', 'PT0S', SHOW)] });
    const { body } = await store.execute('redeemed');
    await store.ended(body.executionId);
    const [code = ''] = [...(await codesOf(store)).values()];
    const order = (id: number, changes: object) =>
      deliver(app.url, {
        topic: 'orders/updated',
        shop: store.domain,
        body: JSON.stringify(wireOrder(id, { discount_codes: [{ code: code.toLowerCase() }], ...changes })),
      });
    const counts = async (): Promise<number[]> => {
      const { redeemed, returned, openLiability } = await offersOf('redeemed');
      return [redeemed, returned, openLiability.codes];
    };
    await order(1, {});
    await waitFor(async () => (await counts()).join() === '1,0,0');
    await order(2, {});
    await app.settled();
    await order(1, { financial_status: 'refunded', updated_at: later(1) });
    await waitFor(async () => (await stored(app).count(OfferRedemption, { counted: true, code })) === 1);
    expect(await counts()).toEqual([1, 0, 0]);
    await order(2, { cancelled_at: later(0), updated_at: later(1) });
    await waitFor(async () => (await counts()).join() === '0,1,1');
    expect(await stored(app).count(OfferRedemption, { code })).toBe(2);
    await order(1, { financial_status: 'paid', discount_codes: [], updated_at: later(2) });
    await app.settled();
    expect(await counts()).toEqual([0, 1, 1]);
  });

  it('waits for a store that is away, and sends others meanwhile', async () => {
    const store = await opened(['ada']);
    await store.put('away', { offer: { ...OFFER, fallback: 'send' }, steps: [step('one', 'PT0S', SHOW)] });
    await store.put('without', { steps: [step('plain')] });
    shop.isAway = true;
    const { body } = await store.execute('away');
    await waitFor(async () =>
      (await store.messages(body.executionId)).some(({ reason }) => reason === 'offer_pending'),
    );
    const other = await store.execute('without');
    expect((await store.ended(other.body.executionId)).counts).toMatchObject({ sent: 1 });
    expect((await store.execution(body.executionId)).counts).toMatchObject({ queued: 1, sent: 0 });
    shop.isAway = false;
    expect((await store.ended(body.executionId, 30_000)).counts).toMatchObject({ sent: 1 });
    expect(sink.emails.at(-1)?.source).toContain([...(await codesOf(store)).values()][0]);
  });

  it.each([
    ['send', { sent: 2, skipped: {} }],
    ['skip', { sent: 1, skipped: { no_offer: 1 } }],
  ])('whose code does not come in time: %s', async (fallback, counts) => {
    const store = await opened(['ada']);
    const id = `late-${fallback}`;
    const offer = { ...OFFER, fallback, waitUpTo: 'PT1S' };
    const body = '{% if offer %}Use {{ offer.code }}{% endif %} [Go]({{ shop.url }})';
    await store.put(id, { offer, steps: [step('one', 'PT0S', { body }), step('two')] });
    shop.isAway = true;
    const { body: started } = await store.execute(id);
    expect((await store.ended(started.executionId, 60_000)).counts).toMatchObject(counts);
    expect(textOf(store, 'ada')).not.toContain('Use');
  });

  it('goes on with what the store minted, whatever became of the answer', async () => {
    const store = await opened(['ada', 'bob', 'cem', 'dana']);
    await store.put('faults', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    shop.answers.push('pending', 'taken', 'lost', 'half');
    const { body } = await store.execute('faults');
    expect((await store.ended(body.executionId, 60_000)).counts).toMatchObject({ sent: 4 });
    const codes = [...(await codesOf(store)).values()];
    expect([...(discountOf('faults')?.codes ?? [])].filter((code) => !shop.foreign.has(code)).sort()).toEqual(
      codes.sort(),
    );
  });

  it('has codes only for those who may be emailed, and one more for a customer who may be later', async () => {
    const store = await opened(['ada', 'bob']);
    await store.people({
      gone: { marketing: 'unsubscribed' },
      mute: { marketing: 'unknown' },
      none: { email: null },
      spam: {},
    });
    for (const name of ['gone', 'mute', 'none', 'spam']) await store.setOrders(name, 1);
    await app.settled();
    await app.admin('POST', `/admin/retailers/${store.retailerId}/suppressions`, { email: store.addressOf('spam') });
    await store.put('reachable', { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
    const { body } = await store.execute('reachable');
    await waitFor(async () => (await offersOf('reachable')).minted === 2);
    await waitFor(async () => (await store.execution(body.executionId)).counts.queued === 6);
    expect(await stored(app).rows(OfferRow, { sequenceId: 'reachable' }, 'wanted')).toEqual([{ wanted: 2 }]);
    await given(app).set(Customer, { marketing: 'subscribed' }, { id: store.idOf('mute') });
    await given(app).set(Message, { dueAt: new Date() }, { executionId: body.executionId });
    const { counts } = await store.ended(body.executionId, 60_000);
    expect(counts).toMatchObject({ sent: 3, skipped: { unsubscribed: 1, no_address: 1, suppressed: 1 } });
    expect(await offersOf('reachable')).toMatchObject({ minted: 3, assigned: 3 });
  });

  it('that the store refuses ends with a plain problem, and emails go by the fallback', async () => {
    const store = await opened(['ada']);
    await store.put('refused', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    shop.answers.push('limit');
    const { body } = await store.execute('refused');
    expect((await store.ended(body.executionId, 60_000)).counts).toMatchObject({ skipped: { no_offer: 1 } });
    expect((await offersOf('refused')).problem).toBe('The store has too many codes.');
  });

  it('mints nothing for tests, previews and dry runs', async () => {
    const store = await opened(['ada']);
    await store.put('tried', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const calls = shop.calls.length;
    const test = await store.execute('tried', { mode: 'test', recipients: ['me@example.com'] });
    await store.ended(test.body.executionId);
    const trial = await store.execute('tried', { mode: 'dryRun' });
    expect((await store.ended(trial.body.executionId)).counts).toMatchObject({ failed: 0 });
    const preview = await app.admin<{ text: string }>(
      'GET',
      `/admin/sequences/tried/steps/one/preview?customerId=${store.idOf('ada')}`,
    );
    expect(preview.body.text).toContain('TEST-CODE');
    expect(sink.emails.find(({ to }) => to === 'me@example.com')?.source).toContain('TEST-CODE');
    expect(shop.calls.length).toBe(calls);
    expect(await offersOf('tried')).toMatchObject({ minted: 0, sentence: 'No code is open.' });
  });
});

describe('a sequence that a trigger starts', () => {
  it('has one discount for all who enter within a day, with codes minted ahead', async () => {
    const store = await opened(['ada', 'bob']);
    for (const name of ['ada', 'bob']) await store.setOrders(name, 0);
    await app.settled();
    const steps = [step('one', 'PT0S', SHOW)];
    await store.put('entered', { trigger: 'segment_entered', offer: OFFER, steps });
    await store.setOrders('ada', 1);
    await waitFor(() => textOf(store, 'ada') !== '', 30_000);
    await store.setOrders('bob', 1);
    await waitFor(() => textOf(store, 'bob') !== '', 30_000);
    expect(shop.discounts.filter(({ rule }) => rule.title.startsWith('entered: '))).toHaveLength(1);
    const { minted, assigned, deactivated } = await offersOf('entered');
    expect({ assigned, deactivated, ahead: minted - assigned >= 20 }).toEqual({
      assigned: 2,
      deactivated: 0,
      ahead: true,
    });
    const codes = await codesOf(store);
    expect(textOf(store, 'bob')).toContain(codes.get(store.idOf('bob')));
    const ends = discountOf('entered')?.rule.endsAt.getTime() ?? 0;
    expect(ends - Date.now()).toBeGreaterThan(7 * 86_400_000);
  });
});

describe('minting that is interrupted', () => {
  it.each(['planned', 'creating', 'created', 'minting', 'minted', 'stored'] as const)(
    'right after "%s" goes on and mints nothing twice',
    async (point) => {
      const names = Array.from({ length: 520 }, (_, index) => `p${index}`);
      const store = await opened(names);
      const id = `crash-${point}`;
      await store.put(id, { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
      let times = 0;
      observeMinting((reached) => {
        if (reached !== point) return;
        times += 1;
        if (times === (ONCE.has(point) ? 1 : 2)) throw new Error('crash');
      });
      await store.execute(id);
      await waitFor(async () => (await offersOf(id)).minted === 520, 60_000);
      observeMinting(() => undefined);
      expect(times).toBeGreaterThan(0);
      const minted = [...(discountOf(id)?.codes ?? [])];
      const rows = await stored(app).rows(OfferCode, { retailerId: store.retailerId }, 'code');
      expect(rows.map(({ code }) => code).sort()).toEqual(minted.sort());
    },
  );
});

describe('the end of an execution', () => {
  it('removes the codes that nobody was sent, and leaves those in mailboxes', async () => {
    const store = await opened(['ada', 'bob', 'cem']);
    await store.put('ended', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const first = await store.execute('ended');
    await store.ended(first.body.executionId);
    await waitFor(async () => (await offersOf('ended')).assigned === 3);
    await app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Staff', criteria: { emailDomains: ['shop.example'] } }],
    });
    await store.people({ dana: { email: 'dana@shop.example' } });
    await store.setOrders('dana', 1);
    await app.settled();
    await store.put('ended', {
      offer: OFFER,
      steps: [step('one', 'PT0S', { ...SHOW, unless: { inSegment: 'Staff' } })],
    });
    const second = await store.execute('ended', { repeat: true });
    await store.ended(second.body.executionId);
    await waitFor(async () => (await offersOf('ended')).deactivated === 1);
    expect(discountOf('ended')).toMatchObject({ active: true, codes: { size: 3 } });
    expect(await offersOf('ended')).toMatchObject({ minted: 7, openLiability: { codes: 6 } });
  });

  it('by a cancellation before anybody was sent a code stops the discount', async () => {
    const store = await opened(['ada', 'bob']);
    await store.put('cancelled', { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
    const { body } = await store.execute('cancelled');
    await waitFor(async () => (await offersOf('cancelled')).minted === 2);
    await app.admin('POST', `/admin/executions/${body.executionId}/cancel`);
    await waitFor(async () => (await offersOf('cancelled')).deactivated === 2);
    expect(discountOf('cancelled')?.active).toBe(false);
  });

  it('with revokeSent removes the codes in mailboxes one by one', async () => {
    const store = await opened(['ada', 'bob']);
    await store.put('revoked', { offer: OFFER, steps: [step('one', 'PT0S', SHOW), step('two', 'P1D', SHOW)] });
    const { body } = await store.execute('revoked');
    await waitFor(async () => (await store.execution(body.executionId)).counts.sent === 2);
    await app.admin('POST', `/admin/executions/${body.executionId}/cancel`, { revokeSent: true });
    await waitFor(async () => (await offersOf('revoked')).deactivated === 2);
    expect(discountOf('revoked')).toMatchObject({ active: true, codes: { size: 0 } });
    expect((await offersOf('revoked')).openLiability.codes).toBe(0);
  });
});

describe('what is refused', () => {
  it('names a kind that the platform does not have, and wrong values', async () => {
    const store = await opened([]);
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
    const store = await opened(['ada']);
    shop.scopes = ['write_discounts'];
    shop.foreign.add('WELCOME');
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
    expect(textOf(store, 'ada')).toContain('Use WELCOME until');
  });

  it('is a live run whose text promises something else; a definition gets a warning', async () => {
    const store = await opened(['ada']);
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
  const store = await opened(['ada', 'bob']);
  await store.put('erased', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
  const { body } = await store.execute('erased');
  await store.ended(body.executionId);
  const redact = aCustomerRedact({ shop: store.domain, customerId: null, email: store.addressOf('ada') });
  await deliver(app.url, { topic: 'customers/redact', shop: store.domain, body: JSON.stringify(redact) });
  await waitFor(async () => (await codesOf(store)).has(null));
  expect(await offersOf('erased')).toMatchObject({ minted: 2, assigned: 2, openLiability: { codes: 2 } });
});
