import { PlatformBError } from '#libs/platform-b-client';
import { lineItemRecord, orderRecord, type SimulatedStore } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import {
  type CodeBatch,
  type DiscountConnector,
  DiscountRefusedError,
  type DiscountRule,
} from '../../src/stores/discounts.js';
import type { OpenStore } from '../../src/stores/store-connector.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { ALL_SCOPES, idOf, StageB } from '../setup/platform-b.js';

let stage: StageB;
let tools: IdleApp;
let store: SimulatedStore;
let keys = 0;

beforeAll(async () => {
  stage = await StageB.start();
  tools = await IdleApp.start(stage.app.environment);
});
afterAll(async () => {
  await tools?.stop();
  await stage?.stop();
});
beforeEach(async () => {
  store = stage.newStore();
  store.merchant.grants = ALL_SCOPES;
  await stage.installed(store);
});
afterEach(() => {
  store.faults.clear();
  store.promotions.answerMs = 0;
});

type Work<T> = (discounts: DiscountConnector<OpenStore>, opened: OpenStore) => Promise<T>;

/** Runs the work with the discounts of the store, as `src/offers` does. */
async function withDiscounts<T>(work: Work<T>): Promise<T | undefined> {
  return tools.get(StoreConnectorsService).withStore(idOf(store), async ({ discounts }, opened) => {
    if (!discounts) throw new Error('platform B has no discounts');
    return work(discounts, opened);
  });
}

/** Repeats a call whose answer was lost, as `src/offers` does. */
async function insisting<T>(work: Work<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await withDiscounts(work);
    } catch (error) {
      if (!(error instanceof PlatformBError) || error.kind !== 'unavailable') throw error;
    }
  }
}

const refusalOf = async (work: Work<unknown>): Promise<unknown> =>
  withDiscounts(work).then(
    () => undefined,
    (error: unknown) => error,
  );

function rule(changes: Partial<DiscountRule> = {}): DiscountRule {
  const key = `RK${(keys += 1)}`;
  return {
    key,
    title: `Win-back (${key})`,
    kind: 'percent',
    value: '10',
    currency: 'USD',
    minimum: null,
    startsAt: new Date(Date.now() - 60_000),
    endsAt: new Date(Date.now() + 7 * 86_400_000),
    ...changes,
  };
}

const batch = (prefix: string, size: number, called = true): CodeBatch => ({
  prefix,
  texts: Array.from({ length: size }, (_, index) => `${prefix}${index}`),
  called,
});
const first = batch('RK0', 1);

const codesInStore = (): string[] =>
  store.promotions.all().flatMap(({ codes }) => [...codes.values()].map(({ code }) => code));
const callsOf = (method: string, path: string) =>
  stage.platform.apiCalls.filter(
    (call) => call.store === store.hash && call.method === method && call.path.startsWith(path),
  );
const promotion = () => store.promotions.all()[0];

async function mint(discountId: string, wanted: CodeBatch): Promise<readonly string[]> {
  const minting = await insisting((discounts, opened) => discounts.mint(opened, discountId, wanted));
  if (minting?.status !== 'minted') throw new Error('the codes are not minted');
  return minting.codes;
}

async function created(changes: Partial<DiscountRule> = {}): Promise<string> {
  const wanted = rule(changes);
  return (await insisting((discounts, opened) => discounts.create(opened, wanted, first))) ?? '';
}

describe('a discount on platform B', () => {
  it('DB1: is one promotion whose 600 codes for one use each come in batches of at most 250', async () => {
    const id = await created();
    const minted: string[] = [];
    for (const [prefix, size] of [
      ['RKA', 250],
      ['RKB', 250],
      ['RKC', 100],
    ] as const) {
      minted.push(...(await mint(id, batch(prefix, size, false))));
    }
    expect(store.promotions.all()).toHaveLength(1);
    expect(promotion()?.fields).toMatchObject({
      redemption_type: 'COUPON',
      coupon_type: 'BULK',
      status: 'ENABLED',
      currency_code: '*',
      rules: [{ action: { cart_value: { discount: { percentage_amount: '10' } } } }],
    });
    const sizes = callsOf('POST', `/v3/promotions/${id}/codegen`).map(({ body }) => body as Record<string, unknown>);
    expect(sizes.map(({ batch_size: size, prefix, max_uses: uses }) => [size, prefix, uses])).toEqual([
      [250, 'RKA', 1],
      [250, 'RKB', 1],
      [100, 'RKC', 1],
    ]);
    expect(new Set(minted)).toEqual(new Set(codesInStore()));
    expect(minted).toHaveLength(600);
    expect(store.promotions.mostUnderWay).toBe(1);
    expect(minted.every((code) => /^RK[ABC]-[A-Z2-9]{8}$/.test(code))).toBe(true);
    // Nothing can exist of a batch that was never called, so nothing is listed.
    expect(callsOf('GET', `/v3/promotions/${id}/codes`)).toHaveLength(0);
  });

  it('has an amount, a minimum in the currency of the store, and an end', async () => {
    const endsAt = new Date('2031-02-03T04:05:06.789Z');
    await created({ kind: 'amount', value: '5.00', minimum: '50.00', currency: 'EUR', endsAt });
    expect(promotion()?.fields).toMatchObject({
      currency_code: 'EUR',
      end_date: '2031-02-03T04:05:06+00:00',
      rules: [
        {
          action: { cart_value: { discount: { fixed_amount: '5.00' } } },
          condition: { cart: { minimum_spend: '50.00' } },
        },
      ],
    });
  });

  it('of free shipping applies to all zones', async () => {
    await created({ kind: 'free_shipping', value: null });
    expect(promotion()?.fields).toMatchObject({ rules: [{ action: { shipping: { zone_ids: '*' } } }] });
  });

  it('DB2: is created once, whether the answer is lost before or after it is made', async () => {
    const wanted = rule();
    const create: Work<string> = (discounts, opened) => discounts.create(opened, wanted, first);
    store.faults.next('lostAnswer', 1, { on: 'promotions' }).next('disconnect', 3, { on: 'promotions' });
    const id = await insisting(create);
    // The first fault met the search, so this one meets the creation.
    const other = rule();
    store.faults.next('slow', 1, { on: 'promotions', delayMs: 1 }).next('lostAnswer', 1, { on: 'promotions' });
    const second = await insisting((discounts, opened) => discounts.create(opened, other, first));
    expect(store.promotions.all().map((each) => String(each.id))).toEqual([id, second]);
    expect(await insisting(create)).toBe(id);
    expect(store.promotions.all()).toHaveLength(2);
  });

  it('keeps the oldest of several promotions with its name', async () => {
    const wanted = rule();
    const id = (await insisting((discounts, opened) => discounts.create(opened, wanted, first))) ?? '';
    store.promotions.create({ ...promotion()?.fields });
    expect(await insisting((discounts, opened) => discounts.create(opened, wanted, first))).toBe(id);
    expect(store.promotions.all().map((each) => String(each.id))).toEqual([id]);
  });

  it('DB3: has exactly the codes of a batch after the answer of its minting is lost', async () => {
    const id = await created();
    store.faults.next('lostAnswer', 1, { on: 'codes' });
    const lost = await refusalOf((discounts, opened) => discounts.mint(opened, id, batch('RKA', 250, false)));
    expect(lost).toMatchObject({ kind: 'unavailable' });
    const codes = await mint(id, batch('RKA', 250));
    expect(new Set(codes).size).toBe(250);
    expect(codesInStore().toSorted()).toEqual([...codes].toSorted());
  });

  it('DB4: adopts the minted part of a batch and mints the rest', async () => {
    const id = await created();
    await mint(id, batch('RKZ', 3, false));
    store.faults.next('mintsPart', 1, { on: 'codes', minted: 120 });
    await refusalOf((discounts, opened) => discounts.mint(opened, id, batch('RKA', 250, false)));
    const codes = await mint(id, batch('RKA', 250));
    const sizes = callsOf('POST', `/v3/promotions/${id}/codegen`).map(({ body }) => (body as Json)['batch_size']);
    expect(sizes).toEqual([3, 250, 130]);
    expect(new Set(codes).size).toBe(250);
    expect(codesInStore()).toHaveLength(253);
  });

  it.each(['promotions', 'codes'] as const)('loses no code where every answer about %s is lost once', async (on) => {
    const wanted = rule();
    for (let spared = 0; spared < 4; spared += 1) {
      store.faults.clear();
      store.faults.next('slow', spared, { on, delayMs: 1 }).next('lostAnswer', 1, { on });
      const id = (await insisting((discounts, opened) => discounts.create(opened, wanted, first))) ?? '';
      const codes = await mint(id, batch('RKA', 20));
      expect(new Set(codes).size).toBe(20);
      await insisting((discounts, opened) => discounts.removeCodes(opened, id, [codes[0] ?? '']));
      expect(codesInStore()).not.toContain(codes[0]);
      expect(codesInStore()).toHaveLength(19);
      await insisting((discounts, opened) => discounts.deactivate(opened, id));
    }
    expect(store.promotions.all()).toHaveLength(1);
    expect(promotion()?.fields['status']).toBe('DISABLED');
  });

  it('DB5: is refused in plain words where the promotion can have one code only', async () => {
    const fields = { name: 'x', redemption_type: 'COUPON', rules: [percentOff('5')] };
    store.promotions.create(fields);
    const refusal = await refusalOf((discounts, opened) => discounts.mint(opened, '1', batch('RKA', 5)));
    expect(refusal).toBeInstanceOf(DiscountRefusedError);
    expect(refusal).toMatchObject({ refusal: 'invalid', message: expect.stringContaining('single code') });
    const gone = await refusalOf((discounts, opened) => discounts.mint(opened, '99', batch('RKA', 5)));
    expect(gone).toMatchObject({ refusal: 'invalid', message: expect.stringContaining('no longer exists') });
  });

  it('DB6: says what the store says about a refusal', async () => {
    const wanted = rule({ value: 'ten' });
    const refusal = await refusalOf((discounts, opened) => discounts.create(opened, wanted, first));
    expect(refusal).toMatchObject({ refusal: 'invalid', message: expect.stringContaining('a rule is invalid') });
  });

  it('DB7: waits as long as the store over its rate limit says', async () => {
    const id = await created();
    store.faults.next('rateLimited', 1, { on: 'codes', waitMs: 1_200 });
    const before = Date.now();
    expect(await mint(id, batch('RKA', 5, false))).toHaveLength(5);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_200);
    expect(callsOf('POST', `/v3/promotions/${id}/codegen`)).toHaveLength(2);
  });

  it('DB8: asks for the missing scope, without a loop, and the store stays installed', async () => {
    store.merchant.grants = null;
    await stage.installed(store);
    const known = await withDiscounts((discounts, opened) =>
      Promise.resolve({ missing: discounts.missingScopes(opened), grantUrl: discounts.grantUrl(opened) }),
    );
    expect(known?.missing).toEqual(['store_v2_marketing']);
    expect(known?.grantUrl).toBe(`${stage.platform.baseUrl}/app/client-b/install`);
    const refusal = await refusalOf((discounts, opened) => discounts.create(opened, rule(), first));
    expect(refusal).toMatchObject({ refusal: 'scope_missing' });
    expect(callsOf('GET', '/v3/promotions')).toHaveLength(1);
    expect(await stored(stage.app).rows(Retailer, { id: idOf(store) }, 'status')).toEqual([{ status: 'installed' }]);
    store.merchant.grants = ALL_SCOPES;
    await stage.installed(store);
    expect(await withDiscounts((discounts, opened) => Promise.resolve(discounts.missingScopes(opened)))).toEqual([]);
  });

  it('DB9: finds a batch behind the codes of others, over several pages of the list', async () => {
    const id = await created();
    const codes = await mint(id, batch('RKA', 250, false));
    for (const prefix of ['RKB', 'RKC']) await mint(id, batch(prefix, 250, false));
    expect((await mint(id, batch('RKA', 250))).toSorted()).toEqual([...codes].toSorted());
    const pages = callsOf('GET', `/v3/promotions/${id}/codes`).map(({ path }) => path);
    expect(pages).toHaveLength(3);
    expect(pages.some((path) => path.includes('page='))).toBe(false);
  });

  it('DB10: is disabled and keeps its codes; single codes are removed by their ids alone', async () => {
    const id = await created();
    const codes = await mint(id, batch('RKA', 30, false));
    await withDiscounts((discounts, opened) => discounts.removeCodes(opened, id, codes.slice(0, 2)));
    await withDiscounts((discounts, opened) => discounts.removeCodes(opened, id, [...codes.slice(2, 27), 'NOBODY']));
    expect(codesInStore()).toEqual(codes.slice(27));
    const deletions = callsOf('DELETE', '/');
    expect(deletions.every(({ path }) => /^\/v3\/promotions\/\d+\/codes\?id%3Ain=\d/.test(path))).toBe(true);
    await withDiscounts((discounts, opened) => discounts.deactivate(opened, id));
    await withDiscounts((discounts, opened) => discounts.deactivate(opened, id));
    expect(promotion()?.fields['status']).toBe('DISABLED');
    expect(callsOf('DELETE', '/')).toHaveLength(deletions.length);
    expect(() => store.checkout(anOrder(), codes[28] ?? '')).toThrow('disabled');
  });

  it('is found by a code that the merchant has made, while it is usable', async () => {
    const has = (code: string) => withDiscounts((discounts, opened) => discounts.hasCode(opened, code));
    const made = { name: 'x', redemption_type: 'COUPON', rules: [percentOff('5')] };
    store.promotions.create(made, 'react_ui');
    store.promotions.addCode(1, { code: 'SPRING' });
    expect(await has('spring')).toBe(true);
    store.promotions.update(1, { end_date: '2020-01-01T00:00:00+00:00' });
    expect(await has('SPRING')).toBe(false);
    store.promotions.coupons.push({ id: 1, code: 'OLD5', enabled: true, expires: '' });
    store.promotions.coupons.push({ id: 2, code: 'GONE', enabled: true, expires: 'Tue, 05 Mar 2019 21:40:11 +0000' });
    expect([await has('OLD5'), await has('GONE'), await has('NOBODY')]).toEqual([true, false, false]);
  });

  it('throws where the store is unreachable', async () => {
    store.faults.always('serverError', { on: 'promotions' });
    expect(await refusalOf((discounts, opened) => discounts.create(opened, rule(), first))).toMatchObject({
      kind: 'unavailable',
    });
  });
});

type Json = Record<string, unknown>;

const percentOff = (percentage: string) => ({
  action: { cart_value: { discount: { percentage_amount: percentage } } },
});
const anOrder = () => {
  const lineItems = [lineItemRecord({ id: '11', title: 'Mug', priceCents: 2_000 })];
  return orderRecord({ id: '1', number: 1, createdAt: Date.now(), lineItems });
};
