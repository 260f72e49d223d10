import {
  createPromotion,
  deleteEmptyPromotions,
  deletePromotionCodes,
  disablePromotion,
  findCoupons,
  findPromotionCode,
  findPromotionsByCode,
  findPromotionsByName,
  generateCodes,
  listPromotionCodes,
  PlatformBError,
  type PlatformBRest,
  type PromotionInput,
  readOrderCoupons,
} from '#libs/platform-b-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lineItemRecord, orderRecord } from '../records/record-factories.js';
import { startStore, type ClientOfStore } from './client-of-store.js';
import { CodeRefusedError, type SimulatedStore } from './index.js';
import { isRefusal } from './promotions.js';

let simulated: ClientOfStore;
let store: SimulatedStore;
let rest: PlatformBRest;

const SCOPES = 'store_v2_marketing store_v2_orders_read_only';

beforeAll(async () => {
  simulated = await startStore();
  ({ store } = simulated);
  rest = simulated.connect(SCOPES);
});
afterEach(() => store.faults.clear());
afterAll(() => simulated.stop());

const NOW = Date.now();
const promotion = (name: string, changes: Partial<PromotionInput> = {}): PromotionInput => ({
  name,
  displayName: 'Your offer',
  action: { percent: '10' },
  minimumSpend: null,
  currency: '*',
  startsAt: new Date(NOW - 60_000),
  endsAt: new Date(NOW + 86_400_000),
  ...changes,
});
const batch = (prefix: string, size: number) => ({ size, prefix, delimiter: '-', length: 8, without: ['0', 'O'] });
const order = (id: string, priceCents: number, createdAt = NOW) =>
  orderRecord({
    id,
    number: Number(id),
    createdAt,
    email: 'ann@example.com',
    shippingCents: 500,
    lineItems: [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents })],
  });

it('mints codes whose texts the platform chooses, and lists them by cursor', async () => {
  const id = await createPromotion(rest, promotion('winback K1'));
  const minted = [
    ...(await generateCodes(rest, id, batch('RK1', 250))),
    ...(await generateCodes(rest, id, batch('RK2', 250))),
  ];
  minted.push(...(await generateCodes(rest, id, batch('RK3', 100))));
  expect(new Set(minted).size).toBe(600);
  expect(minted.every((code) => /^RK[123]-[A-Z1-9]{8}$/.test(code) && !code.includes('O'))).toBe(true);
  const calls = simulated.sim.apiCalls.length;
  const listed = await listPromotionCodes(rest, id);
  expect(listed.map(({ code }) => code).toSorted()).toEqual(minted.toSorted());
  expect(listed.every(({ max_uses: uses }) => uses === 1)).toBe(true);
  const pages = simulated.sim.apiCalls.slice(calls).map(({ path }) => path);
  expect(pages).toHaveLength(3);
  // DB9: a cursor and a page number exclude each other.
  expect(pages.some((path) => path.includes('page='))).toBe(false);
  expect(await findPromotionCode(rest, id, (minted[0] ?? '').toLowerCase())).toMatchObject({ code: minted[0] });
});

it('finds promotions by their exact name and by a code', async () => {
  const id = await createPromotion(rest, promotion('offer K2'));
  await createPromotion(rest, promotion('offer K20'));
  expect((await findPromotionsByName(rest, 'offer K2')).map((each) => String(each.id))).toEqual([id]);
  const [code = ''] = await generateCodes(rest, id, batch('RKF', 1));
  expect((await findPromotionsByCode(rest, code.toLowerCase())).map((each) => String(each.id))).toEqual([id]);
  expect(await findPromotionsByCode(rest, 'NOBODY')).toEqual([]);
  store.promotions.coupons.push({ id: 5, code: 'WELCOME', enabled: true, expires: '' });
  expect(await findCoupons(rest, 'WELCOME')).toHaveLength(1);
  expect(await findCoupons(rest, 'NOBODY')).toEqual([]);
});

it('disables a promotion, deletes codes by ids, and deletes only promotions without codes', async () => {
  const id = await createPromotion(rest, promotion('offer K3'));
  await generateCodes(rest, id, batch('RKD', 3));
  const codes = await listPromotionCodes(rest, id);
  await expect(deleteEmptyPromotions(rest, [id])).rejects.toMatchObject({ status: 422 });
  await expect(deleteEmptyPromotions(rest, [])).rejects.toThrow(RangeError);
  await deletePromotionCodes(rest, id, [String(codes[0]?.id)]);
  await deletePromotionCodes(rest, id, []);
  expect((await listPromotionCodes(rest, id)).map(({ id: code }) => code)).not.toContain(codes[0]?.id);
  expect(await disablePromotion(rest, id)).toBe(true);
  expect(await disablePromotion(rest, '999')).toBe(false);
  expect(store.promotions.get(Number(id))?.fields['status']).toBe('DISABLED');
  await deletePromotionCodes(
    rest,
    id,
    codes.map((code) => String(code.id)),
  );
  await deleteEmptyPromotions(rest, [id]);
  expect(store.promotions.get(Number(id))).toBeUndefined();
});

it('DB5, DB6: reads why the platform refuses, also from an array of errors', async () => {
  const single = store.promotions.create({
    name: 'single',
    redemption_type: 'COUPON',
    rules: [ruleOf({ percentage_amount: '5' })],
  });
  if (isRefusal(single)) throw new Error('the promotion is refused');
  const refusal = await generateCodes(rest, String(single.id), batch('RKS', 1)).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 405, detail: expect.stringContaining('bulk') });
  const id = await createPromotion(rest, promotion('offer K4'));
  const tooMany = await generateCodes(rest, id, batch('RKM', 251)).catch((error: unknown) => error);
  expect(tooMany).toBeInstanceOf(PlatformBError);
  expect(tooMany).toMatchObject({ status: 422, detail: 'batch_size must be an integer from 1 to 250' });
});

it('loses an answer after minting, and breaks off a batch', async () => {
  const id = await createPromotion(rest, promotion('offer K5'));
  store.faults.next('lostAnswer', 1, { on: 'codes' });
  await expect(generateCodes(rest, id, batch('RKL', 250))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await listPromotionCodes(rest, id)).toHaveLength(250);
  store.faults.next('mintsPart', 1, { on: 'codes', minted: 120 });
  await expect(generateCodes(rest, id, batch('RKP', 250))).rejects.toMatchObject({ kind: 'unavailable', status: 500 });
  expect(await listPromotionCodes(rest, id)).toHaveLength(370);
});

it('answers 429 to the eleventh call for codes at once, and 403 without the scope', async () => {
  const id = await createPromotion(rest, promotion('offer K6'));
  store.promotions.answerMs = 50;
  const at = `${simulated.sim.baseUrl}/stores/${store.hash}/v3/promotions/${id}/codes`;
  const token = store.issueToken(SCOPES);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => fetch(at, { headers: { 'x-auth-token': token } })),
  );
  store.promotions.answerMs = 0;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  const poor = store.issueToken('store_v2_orders_read_only');
  expect((await fetch(at, { headers: { 'x-auth-token': poor } })).status).toBe(403);
  rest = simulated.connect(SCOPES);
});

it('takes a code at the checkout as the store does', async () => {
  const ten = await createPromotion(rest, promotion('offer K7', { minimumSpend: '20.00', currency: 'USD' }));
  const [code = '', second = ''] = await generateCodes(rest, ten, batch('RKC', 2));
  expect(() => store.checkout(order('1', 1_999), code)).toThrow(CodeRefusedError);
  const taken = store.checkout(order('1', 2_000), code.toLowerCase());
  expect(taken).toMatchObject({ discountCents: 200, totalCents: 2_300, discountCodes: [code.toLowerCase()] });
  store.apply({ topic: 'orders/create', at: NOW, webhookId: 'w', eventId: 'e', order: taken });
  store.apply({ topic: 'orders/updated', at: NOW, webhookId: 'w', eventId: 'e', order: taken });
  expect(() => store.checkout(order('2', 2_000), code)).toThrow('used up');
  expect(() => store.checkout(order('2', 2_000, NOW + 2 * 86_400_000), second)).toThrow('expired');
  expect(await readOrderCoupons(rest, '1')).toMatchObject([{ code: code.toLowerCase(), type: 5, discount: '2.0000' }]);
  expect(store.order('1')).toMatchObject({ coupon_discount: '2.0000', discount_amount: '0.0000' });
  await disablePromotion(rest, ten);
  expect(() => store.checkout(order('2', 2_000), second)).toThrow('disabled');
  expect(() => store.checkout(order('2', 2_000), 'NOBODY')).toThrow('unknown');
  const ship = await createPromotion(rest, promotion('offer K8', { action: { freeShipping: true } }));
  const [free = ''] = await generateCodes(rest, ship, batch('RKH', 1));
  expect(store.checkout(order('3', 1_000), free)).toMatchObject({ shippingCents: 0, totalCents: 1_000 });
  store.apply({ topic: 'orders/create', at: NOW, webhookId: 'w', eventId: 'e', order: order('4', 1_000) });
  expect(await readOrderCoupons(rest, '4')).toEqual([]);
});

const ruleOf = (discount: object) => ({ action: { cart_value: { discount } } });
