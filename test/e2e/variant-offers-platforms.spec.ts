import { type OrderRecord } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfferRow } from '../../src/offers/offer.entity.js';
import { percentile, variantAt } from '../../src/sequences/definitions/variants.js';
import { given } from '../factories/given.js';
import { BothPlatforms } from '../setup/both-platforms.js';
import { type OfferScene, offerSceneA, offerSceneB } from '../setup/offer-scene.js';
import { step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/test-app.js';

const BUYERS = 18;
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
const BODY = 'Use code:{{ offer.code }}! [Go]({{ shop.url }})';
const VARIANTS = [
  { id: 'ten', share: 34 },
  { id: 'fifteen', share: 33, offer: { ...OFFER, value: 15 } },
  { id: 'shipping', share: 33, offer: { kind: 'free_shipping', endsIn: 'P7D', fallback: 'skip' } },
];
const LABELS: Readonly<Record<string, string>> = { ten: '10% off', fifteen: '15% off', shipping: 'free shipping' };

let both: BothPlatforms;
let stores = 0;

beforeAll(async () => {
  both = await BothPlatforms.start();
});
afterAll(() => both?.stop());

interface Codes {
  readonly assigned: number;
  readonly redeemed: number;
  readonly returned: number;
  readonly expired: number;
}

interface Results {
  readonly variants: readonly { readonly items: readonly { readonly id: string; readonly codes: Codes }[] }[];
}

/** The codes of each variant, as the results have them: assigned, redeemed, returned, expired. */
async function codesByVariant({ app }: OfferScene, id: string): Promise<Record<string, string>> {
  const { body } = await app.admin<Results>('GET', `/admin/sequences/${id}/results`);
  const items = body.variants[0]?.items ?? [];
  return Object.fromEntries(
    items.map(({ id: variant, codes: { assigned, redeemed, returned, expired } }) => [
      variant,
      [assigned, redeemed, returned, expired].join(),
    ]),
  );
}

describe.each([
  ['A', () => offerSceneA(both.appA, both.sink, both.platformA, `variant-offers-${(stores += 1)}`, BUYERS)],
  ['B', () => offerSceneB(both.stageB, both.sink, BUYERS)],
])('variants with offers on a store of platform %s', (_platform, open) => {
  it('are discounts of their own, whose codes are redeemed, returned and expired by variant', async () => {
    const scene = await open();
    const { app, store } = scene;
    const id = `seq-${store.retailerId}`;
    // The store breaks off in the middle of one of the batches.
    scene.breakOff();
    const steps = [step('one', 'PT0S', { body: BODY, variants: VARIANTS })];
    expect((await store.put(id, { offer: OFFER, exitOnOrder: false, steps })).status).toBe(201);
    const { executionId } = (await store.execute(id)).body;
    expect((await store.ended(executionId, 80_000)).counts).toMatchObject({ sent: BUYERS, skipped: {} });

    const codes = new Map<string, string[]>();
    for (const { customerId, email, variant } of await store.messages(executionId)) {
      const { source = '' } = both.sink.emails.find(({ to }) => to === email) ?? {};
      const code = /code:([0-9A-Z-]+)!/.exec(source.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
      const assigned = variantAt(VARIANTS, percentile(store.retailerId, id, 'one', customerId ?? ''))?.id ?? '';
      expect([variant, scene.titleOf(code).split(': ')[1]?.split(' (')[0]]).toEqual([assigned, LABELS[assigned]]);
      codes.set(assigned, [...(codes.get(assigned) ?? []), code]);
    }
    expect(scene.codes().toSorted()).toEqual([...codes.values()].flat().toSorted());
    expect(scene.discounts()).toBe(codes.size);

    const of = (variant: string): readonly string[] => codes.get(variant) ?? [];
    const bought: OrderRecord[] = [];
    for (const variant of ['fifteen', 'shipping']) bought.push(await scene.buy(1, of(variant)[0] ?? ''));
    const expected = (fifteen: string, shipping: string) => ({
      ten: `${of('ten').length},0,0,0`,
      fifteen: `${of('fifteen').length},${fifteen}`,
      shipping: `${of('shipping').length},${shipping}`,
    });
    const becomes = (counts: object) =>
      waitFor(async () => JSON.stringify(await codesByVariant(scene, id)) === JSON.stringify(counts), 30_000);
    await becomes(expected('1,0,0', '1,0,0'));
    if (bought[1]) await scene.cancel(bought[1]);
    await becomes(expected('1,0,0', '0,1,0'));
    const { retailerId } = store;
    await given(app).set(OfferRow, { endsAt: new Date() }, { retailerId, place: 'one/fifteen' });
    await becomes(expected(`1,0,${of('fifteen').length - 1}`, '0,1,0'));
  });
});
