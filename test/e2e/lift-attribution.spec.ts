import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SequenceResultsAnswer } from '../../src/sequences/results/sequence-results.dto.js';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { VariantUnit } from '../../src/sequences/variants/variant-unit.entity.js';
import { given, stored } from '../factories/given.js';
import { BothPlatforms } from '../setup/both-platforms.js';
import { earlier } from '../setup/earlier.js';
import { partOf, targetsOf } from '../setup/email-parts.js';
import { experimentsOf, HALF, unitsOf } from '../setup/holdout-scene.js';
import { type OfferScene, offerSceneA, offerSceneB } from '../setup/offer-scene.js';
import { step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/test-app.js';

const BUYERS = 16;
const SEQUENCE = 'attributed';
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
const BODY = 'Use {{ offer.code }}. [Go]({{ shop.url }}/new)';
const VARIANTS = [
  { id: 'quiet', share: 50 },
  { id: 'loud', share: 50, subject: 'loud for you' },
];
const PERSON = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' };

let both: BothPlatforms;

beforeAll(async () => {
  both = await BothPlatforms.start();
});
afterAll(() => both?.stop());

/** A recipient, as the store and the service know them. */
interface Recipient {
  /** The number of the buyer on the platform. */
  readonly buyer: number;
  readonly customerId: string;
  readonly code: string;
  readonly variant: string;
}

const openA = () => offerSceneA(both.appA, both.sink, both.platformA, 'attributed', BUYERS);
const openB = () => offerSceneB(both.stageB, both.sink, BUYERS);

const resultsOf = async ({ app }: OfferScene): Promise<SequenceResultsAnswer> => {
  const { status, body } = await app.admin<SequenceResultsAnswer>('GET', `/admin/sequences/${SEQUENCE}/results`);
  expect(status).toBe(200);
  return body;
};

/** Runs the sequence. Half of the buyers are held back; the others are the recipients. */
async function emailed({ app, store }: OfferScene): Promise<Recipient[]> {
  const steps = [step('one', 'PT0S', { body: BODY, variants: VARIANTS })];
  const put = await store.put(SEQUENCE, { ...HALF, exitOnOrder: false, offer: OFFER, steps });
  expect(put.status).toBe(201);
  const { executionId } = (await store.execute(SEQUENCE)).body;
  await store.ended(executionId, 60_000);
  const codes = await stored(app).rows(OfferCode, { retailerId: store.retailerId }, 'customerId', 'code');
  const sent = (await store.messages(executionId)).filter(({ state }) => state === 'sent');
  return sent.map(({ customerId, email, variant }) => ({
    buyer: Number(/^p(\d+)@/.exec(email ?? '')?.[1]),
    customerId: customerId ?? '',
    code: codes.find((code) => code.customerId === customerId)?.code ?? '',
    variant: variant ?? '',
  }));
}

/** A person opens the link of an email that came a minute ago. */
async function click({ app, store }: OfferScene, { buyer }: Recipient): Promise<void> {
  await app.sql(`UPDATE messages SET ${earlier('settled_at', "interval '1 minute'")} WHERE retailer_id = $1`, [
    store.retailerId,
  ]);
  const to = `p${buyer}@${store.domain.split('.')[0]}.example`;
  const source = both.sink.emails.find((email) => email.to === to)?.source ?? '';
  const link = targetsOf(partOf(source, 'html')).find((url) => url.includes('/c/')) ?? '';
  expect((await fetch(link, { redirect: 'manual', headers: PERSON })).status).toBe(302);
  await nextSecond();
}

/** Platforms drop the milliseconds of an order's time. */
function nextSecond(): Promise<void> {
  const next = Math.ceil(Date.now() / 1_000) * 1_000;
  return waitFor(() => Date.now() >= next);
}

/** The people behind the counts: the first bought with a code, the second with a code and after a click. */
async function behind({ app }: OfferScene, first: Recipient, second: Recipient): Promise<void> {
  const read = async (query: string) => {
    const path = `/admin/sequences/${SEQUENCE}/results/${query}`;
    return (await app.admin<{ items: Record<string, unknown>[]; nextCursor: string | null }>('GET', path)).body;
  };
  const customersOf = (items: Record<string, unknown>[]) => items.map(({ customerId }) => customerId);
  const newest = await read('orders?limit=1');
  const oldest = await read(`orders?limit=1&cursor=${newest.nextCursor}`);
  expect(customersOf([...newest.items, ...oldest.items])).toEqual([second.customerId, first.customerId]);
  expect(oldest.nextCursor).toBeNull();
  expect(newest.items[0]).toMatchObject({
    byCode: true,
    byClick: true,
    revenue: { amount: '23.00', currency: 'USD' },
    email: expect.stringContaining('@'),
  });
  expect((await read('orders?by=code')).items).toHaveLength(2);
  expect(customersOf((await read('orders?by=click')).items)).toEqual([second.customerId]);
  expect((await read('clicks')).items).toMatchObject([{ customerId: second.customerId, clicks: 1 }]);
}

describe.each([
  ['A', openA],
  ['B', openB],
])('the results of a sequence on a store of platform %s', (_platform, open) => {
  it('attribute orders to codes and clicks, and count them for the variant of their customer', async () => {
    const scene = await open();
    const { app, store } = scene;
    const recipients = await emailed(scene);
    const [first, second, third] = recipients;
    if (!first || !second || !third) throw new Error('too few recipients');
    const units = await unitsOf(store, (await experimentsOf(store, SEQUENCE))[0]);
    expect(recipients).toHaveLength(units.filter(({ held }) => !held).length);

    await nextSecond();
    const order = await scene.buy(first.buyer, first.code);
    await click(scene, second);
    await scene.buy(second.buyer, second.code);
    await waitFor(async () => (await resultsOf(scene)).attributed.byCode.orders === 2);
    // A mug for 20.00 with 10 % off, and 5.00 for shipping.
    const worth = (orders: number) => ({
      orders,
      revenue: { amount: (23 * orders).toFixed(2), currency: 'USD' },
    });
    const both = await resultsOf(scene);
    expect(both.attributed).toEqual({
      byCode: worth(2),
      byClick: worth(1),
      byEither: worth(2),
      clicks: { human: 1, robot: 0 },
    });
    expect(both.soFar.treated).toEqual({ customers: recipients.length, cameBack: 2 });
    expect(both.sentences.at(-1)).toBe(
      '2 orders used a personal code, 1 followed a click; some would have bought anyway.',
    );

    await behind(scene, first, second);

    const of = (variant: string) => recipients.filter((each) => each.variant === variant);
    const counted = (buyers: readonly Recipient[], isClosed: boolean, returned: readonly Recipient[] = []) => [
      {
        stepId: 'one',
        allocation: 'shares',
        epochs: 1,
        items: VARIANTS.map(({ id, share }) => {
          const among = (list: readonly Recipient[]) => list.filter(({ variant }) => variant === id).length;
          const customers = isClosed ? of(id).length : 0;
          const cameBack = isClosed ? among(buyers) : 0;
          const rate = customers === 0 ? null : Number((cameBack / customers).toFixed(6));
          const codes = { assigned: of(id).length, redeemed: among(buyers), returned: among(returned), expired: 0 };
          return { id, share, assigned: of(id).length, customers, cameBack, rate, codes };
        }),
        comparisons: [
          {
            variant: 'quiet',
            other: 'loud',
            status: 'too_early',
            pValue: null,
            relativeLift: { estimate: null, low: null, high: null },
          },
        ],
      },
    ];
    expect(both.variants).toEqual(counted([first, second], false));
    const { retailerId } = store;
    await given(app).set(VariantUnit, { closesAt: new Date() }, { retailerId });
    expect((await resultsOf(scene)).variants).toEqual(counted([first, second], true));

    await scene.cancel(order);
    await waitFor(async () => (await resultsOf(scene)).attributed.byCode.orders === 1);
    const left = await resultsOf(scene);
    expect(left.attributed).toMatchObject({ byCode: worth(1), byClick: worth(1), byEither: worth(1) });
    expect(left.variants).toEqual(counted([second], true, [first]));
  });
});
