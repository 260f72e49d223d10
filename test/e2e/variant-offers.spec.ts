import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Enrolment } from '../../src/sequences/enrolments/enrolment.entity.js';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { OfferRow } from '../../src/offers/offer.entity.js';
import { percentile, variantAt } from '../../src/sequences/definitions/variants.js';
import { VariantEpochRow } from '../../src/sequences/variants/variant-epoch.entity.js';
import { given, stored } from '../factories/given.js';
import { OFFER, OfferStage, refusal, SHOW } from '../setup/offer-stage.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, waitFor } from '../setup/test-app.js';

let stage: OfferStage;
beforeAll(async () => {
  stage = await OfferStage.start();
});
afterAll(() => stage?.stop());
afterEach(() => {
  stage.shop.isUnreachable = false;
  stage.shop.answers.length = 0;
});

const NAMES = Array.from({ length: 24 }, (_, index) => `p${index}`);
const BODY = '{% if offer %}Use code:{{ offer.code }}!{% endif %} [Go]({{ shop.url }})';
/** A step that shows the offer, if there is one. */
const SHOWN = { ...SHOW, body: BODY };
const FIFTEEN = { ...OFFER, value: 15 };
const VARIANTS = [
  { id: 'ten', share: 40 },
  { id: 'fifteen', share: 40, offer: FIFTEEN },
  { id: 'five', share: 20, offer: { ...OFFER, kind: 'amount', value: '5.00' } },
];
const LABELS: Readonly<Record<string, string>> = { ten: '10% off', fifteen: '15% off', five: '$5 off' };

const variantOf = (store: SequenceStore, sequenceId: string, name: string, variants: readonly Variant[] = VARIANTS) =>
  variantAt(variants, percentile(store.retailerId, sequenceId, 'one', store.idOf(name)))?.id ?? '';
type Variant = Readonly<{ id: string; share: number }>;

/** The emails of a customer, in their order. */
const emailsOf = (store: SequenceStore, name: string): string[] =>
  stage.sink.emails.filter(({ to }) => to === store.addressOf(name)).map(({ source }) => source);
/** The label in a subject. */
const labelIn = (source = ''): string => /^subject: [^:]*: ?(.*)$/im.exec(source)?.[1]?.trim() ?? '';
const codeIn = (source = ''): string | undefined => /code:([0-9A-Z-]+)!/.exec(source.replaceAll(/=\r?\n/g, ''))?.[1];

/** The labels of the discounts on the store that have a code. */
const labelOfCode = (code: string): string =>
  stage.shop.discounts.find(({ codes }) => codes.has(code))?.rule.title.replace(/^[^:]*: (.*) \(RK-.*$/, '$1') ?? '';

describe('variants with offers of their own', () => {
  it('give each recipient the code of their variant, in later steps too, and as many codes as recipients', async () => {
    const store = await stage.opened(NAMES);
    const id = 'three-offers';
    const steps = [
      step('hello'),
      step('one', 'PT0S', { ...SHOWN, variants: VARIANTS }),
      step('two', 'PT0S', { ...SHOWN, subject: 'last call: {{ offer.label }}' }),
    ];
    await store.put(id, { offer: OFFER, steps });
    const { executionId } = (await store.execute(id)).body;
    expect((await store.ended(executionId, 60_000)).counts).toMatchObject({ sent: 72, skipped: {} });
    for (const name of NAMES) {
      const [, one, two] = emailsOf(store, name);
      const label = LABELS[variantOf(store, id, name)];
      expect([labelIn(one), labelIn(two), labelOfCode(codeIn(one) ?? '')]).toEqual([label, label, label]);
      expect(codeIn(two)).toBe(codeIn(one));
    }
    const share = (variant: string): number => NAMES.filter((name) => variantOf(store, id, name) === variant).length;
    expect(await stage.offersOf(id)).toMatchObject({
      minted: 24,
      assigned: 24,
      deactivated: 0,
      openLiability: { codes: 24, maximum: null },
      items: [
        { step: null, variant: null, label: '10% off', minted: share('ten'), open: share('ten') },
        { step: 'one', variant: 'fifteen', label: '15% off', minted: share('fifteen'), assigned: share('fifteen') },
        { step: 'one', variant: 'five', label: '$5 off', minted: share('five'), expired: 0 },
      ],
    });
  });

  it('need no offer of the sequence: other recipients get none', async () => {
    const store = await stage.opened(NAMES);
    const halves = [
      { id: 'none', share: 50 },
      { id: 'fifteen', share: 50, offer: FIFTEEN },
    ];
    await store.put('half', {
      steps: [step('one', 'PT0S', { body: BODY, variants: halves }), step('two', 'PT0S', { body: BODY })],
    });
    const { executionId } = (await store.execute('half')).body;
    expect((await store.ended(executionId, 60_000)).counts).toMatchObject({ sent: 48, skipped: {} });
    for (const name of NAMES) {
      const has = variantOf(store, 'half', name, halves) === 'fifteen';
      expect(emailsOf(store, name).map((source) => codeIn(source) !== undefined)).toEqual([has, has]);
    }
  });

  it('of a step that was left out are not shown by later ones', async () => {
    const store = await stage.opened(['ada', 'bob']);
    await stage.app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Staff', criteria: { emailDomains: ['shop.example'] } }],
    });
    await stage.app.settled();
    const both = VARIANTS.slice(1).map((variant) => ({ ...variant, share: 50 }));
    const steps = [
      step('one', 'PT0S', { ...SHOW, variants: both, when: { inSegment: 'Staff' } }),
      step('two', 'PT0S', { ...SHOW, unless: { inSegment: 'Staff' } }),
    ];
    await store.put('branches', { offer: OFFER, steps });
    const { executionId } = (await store.execute('branches')).body;
    const { counts } = await store.ended(executionId, 60_000);
    expect(counts).toMatchObject({ sent: 2, skipped: { condition: 2 } });
    expect(['ada', 'bob'].map((name) => labelIn(emailsOf(store, name)[0]))).toEqual(['10% off', '10% off']);
    await waitFor(async () => (await stage.offersOf('branches')).deactivated === 2);
    expect((await stage.offersOf('branches')).items.map(({ open }) => open)).toEqual([2, 0, 0]);
  });

  it('are one discount each for all who enter by a trigger', async () => {
    const store = await stage.opened(['ada', 'bob', 'cem', 'dana']);
    for (const name of ['ada', 'bob', 'cem', 'dana']) await store.setOrders(name, 0);
    await stage.app.settled();
    const both = VARIANTS.slice(1).map((variant) => ({ ...variant, share: 50, offer: FIFTEEN }));
    await store.put('entered', {
      trigger: 'segment_entered',
      steps: [step('one', 'PT0S', { ...SHOW, variants: both })],
    });
    for (const name of ['ada', 'bob', 'cem', 'dana']) {
      await store.setOrders(name, 1);
      await waitFor(() => emailsOf(store, name).length === 1, 30_000);
    }
    const offers = await stored(stage.app).rows(OfferRow, { sequenceId: 'entered' }, 'place');
    expect(offers.map(({ place }) => place).sort()).toEqual(['one/fifteen', 'one/five']);
    const { items } = await stage.offersOf('entered');
    const shares = items.map(({ assigned }) => assigned);
    expect(shares.reduce((sum, assigned) => sum + assigned, 0)).toBe(4);
  });

  it('of a bandit in a later step are minted by its shares of that time', async () => {
    const store = await stage.opened(NAMES);
    const id = 'bandit-offers';
    const halves = [
      { id: 'ten', share: 50, offer: OFFER },
      { id: 'fifteen', share: 50, offer: FIFTEEN },
    ];
    const steps = [step('hello'), step('one', 'P1D', { ...SHOW, variants: halves, allocation: 'bandit' })];
    await store.put(id, { steps });
    const row = { retailerId: store.retailerId, sequenceId: id, stepId: 'one', epoch: 1, startedAt: new Date() };
    await given(stage.app).insert(VariantEpochRow, { ...row, shares: { ten: 10, fifteen: 90 } });
    await store.execute(id);
    await waitFor(async () => (await stage.offersOf(id)).minted === NAMES.length, 60_000);
    const rows = await stored(stage.app).rows(OfferRow, { sequenceId: id }, 'place', 'wanted');
    const draw = (name: string): number => percentile(store.retailerId, id, 'one/1', store.idOf(name));
    const tens = NAMES.filter((name) => draw(name) < 10).length;
    expect(Object.fromEntries(rows.map(({ place, wanted }) => [place, wanted]))).toEqual({
      'one/ten': tens,
      'one/fifteen': NAMES.length - tens,
    });
  });

  it('that the store refuses end alone, and others go on', async () => {
    const store = await stage.opened(NAMES);
    const halves = VARIANTS.slice(1).map((variant) => ({ ...variant, share: 50 }));
    await store.put('one-refused', { steps: [step('one', 'PT0S', { ...SHOW, variants: halves })] });
    stage.shop.answers.push('limit');
    const { executionId } = (await store.execute('one-refused')).body;
    const { counts } = await store.ended(executionId, 60_000);
    const { items } = await stage.offersOf('one-refused');
    const refused = items.find(({ problem }) => problem === 'The store has too many codes.');
    const left = NAMES.filter((name) => variantOf(store, 'one-refused', name, halves) === refused?.variant).length;
    expect(counts).toMatchObject({ sent: NAMES.length - left, skipped: { no_offer: left } });
    expect(items.filter(({ problem }) => problem === null)).toMatchObject([{ assigned: NAMES.length - left }]);
  });
});

describe('the check of variants with offers', () => {
  const both = (a: object, b: object) => [
    { id: 'a', share: 50, ...a },
    { id: 'b', share: 50, ...b },
  ];
  const errorsOf = (answer: Answer<object>): string[] =>
    (answer.body as { errors?: { pointer: string }[] }).errors?.map(({ pointer }) => pointer) ?? [];
  const warningsOf = (answer: Answer<object>) => (answer.body as { warnings?: object[] }).warnings;

  it('names what is wrong at the variant', async () => {
    const store = await stage.opened([]);
    const put = (offer: object): Promise<Answer<object>> =>
      store.put('wrong-variant', {
        steps: [step('one', 'PT0S', { variants: both({ offer: { ...OFFER, ...offer } }, {}) })],
      });
    const at = '/steps/0/variants/0/offer';
    const kind = await put({ kind: 'free_shipping', value: undefined });
    expect([refusal(kind), errorsOf(kind)]).toEqual([[422, 'offer_not_supported'], [`${at}/kind`]]);
    expect(errorsOf(await put({ value: 0, endsIn: 'soon' }))).toEqual([`${at}/endsIn`, `${at}/value`]);
    expect(errorsOf(await put({ code: 'UNKNOWN' }))).toEqual([`${at}/code`]);
  });

  it('judges each text by its own offer: a warning at PUT, an error of a live run of the step', async () => {
    const store = await stage.opened(['ada']);
    const variants = both({ offer: OFFER }, { subject: '15% off: {{ offer.code }}', offer: FIFTEEN });
    const steps = [step('one', 'PT0S', { ...SHOW, subject: '15% off', variants }), step('two')];
    const put: Answer<object> = await store.put('judged', { steps });
    const wrong = { pointer: '/steps/0/subject', detail: 'says "15%", and the offer is 10 percent' };
    expect(warningsOf(put)).toContainEqual(wrong);
    expect(warningsOf(put)).not.toContainEqual(expect.objectContaining({ pointer: '/steps/0/variants/1/subject' }));
    const answer: Answer<object> = await store.execute('judged');
    expect(answer.body).toMatchObject({ status: 409, code: 'offer_contradiction', errors: [wrong] });
    expect((await store.execute('judged', { steps: ['two'] })).status).toBe(202);
  });

  it('asks for the permission also where only a variant has an offer', async () => {
    const store = await stage.opened(['ada']);
    await store.put('variant-scope', { steps: [step('one', 'PT0S', { variants: both({ offer: OFFER }, {}) })] });
    stage.shop.scopes = ['write_discounts'];
    const answer: Answer<object> = await store.execute('variant-scope');
    stage.shop.scopes = [];
    expect(refusal(answer)).toEqual([409, 'scope_missing']);
  });

  it('shows the offer of the variant in its preview and its test, and mints nothing', async () => {
    const store = await stage.opened(['ada']);
    const steps = [step('one', 'PT0S', { ...SHOW, variants: VARIANTS }), step('two', 'PT0S', SHOW)];
    await store.put('shown', { offer: OFFER, steps });
    const calls = stage.shop.calls.length;
    const subject = async (path: string): Promise<string> =>
      (await stage.app.admin<{ subject: string }>('GET', `/admin/sequences/shown/steps/${path}as=no_name`)).body
        .subject;
    const subjects = await Promise.all(
      ['one/preview?', 'one/preview?variant=fifteen&', 'one/preview?variant=five&', 'two/preview?'].map(subject),
    );
    expect(subjects.map((text) => text.split(': ')[1])).toEqual(['10% off', '15% off', '$5 off', '10% off']);
    const test = await store.execute('shown', { mode: 'test', recipients: [store.addressOf('editor')] });
    expect((await store.ended(test.body.executionId)).counts).toMatchObject({ sent: 4 });
    expect(emailsOf(store, 'editor').map(labelIn).sort()).toEqual(['$5 off', '10% off', '10% off', '15% off']);
    expect(stage.shop.calls.length).toBe(calls);
    expect(await stored(stage.app).count(OfferCode, { retailerId: store.retailerId })).toBe(0);
    expect(await stored(stage.app).count(Enrolment, { retailerId: store.retailerId })).toBe(0);
  });
});
