import { OutboundHttp } from '#libs/outbound-http';
import {
  addDiscountCodes,
  createBasicDiscount,
  createFreeShippingDiscount,
  deactivateDiscount,
  deleteDiscountCodes,
  type DiscountBasicInput,
  findDiscountByCode,
  isJobDone,
  PlatformAGraphql,
  readCodeCreation,
  readCodeResults,
  readConsent,
  readDiscountCodesPage,
  updateConsent,
} from '#libs/platform-a-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerRecord, lineItemRecord, orderRecord, productRecord } from '../../records/index.js';
import { BodyContext, checkout, PlatformASimulator, type SimulatedShop, webhookBody } from '../index.js';

const DOMAIN = 'shop1.myshopify.com';
const DAY_MS = 86_400_000;
const SCOPES = ['write_discounts', 'write_customers', 'read_orders'];

let sim: PlatformASimulator;
let shop: SimulatedShop;
let http: OutboundHttp;

beforeEach(async () => {
  sim = await PlatformASimulator.start({ clientId: 'client-id', clientSecret: 'hush' });
  shop = sim.addShop({ domain: DOMAIN, name: 'Shop One', plan: 'enterprise' });
  shop.discounts.mintingMs = 0;
  http = new OutboundHttp({ guard: { allow: [`127.0.0.1:${sim.port}`] } });
});

afterEach(async () => {
  await http.close();
  await sim.stop();
});

function client(scopes: readonly string[] = SCOPES): PlatformAGraphql {
  const token = shop.tokens.redeemCode(shop.tokens.issueCode(scopes), false);
  const accessToken = 'access_token' in token ? token.access_token : '';
  return new PlatformAGraphql({
    http,
    shop: DOMAIN,
    shopBaseUrl: sim.baseUrlTemplate,
    accessToken,
    apiVersion: '2026-10',
  });
}

const input = (changes: Partial<DiscountBasicInput> = {}): DiscountBasicInput => ({
  title: 'Come back',
  code: 'SEED',
  startsAt: new Date(Date.now() - DAY_MS).toISOString(),
  endsAt: new Date(Date.now() + DAY_MS).toISOString(),
  context: { all: 'ALL' },
  appliesOncePerCustomer: true,
  usageLimit: 1,
  customerGets: { value: { percentage: 0.1 }, items: { all: true } },
  ...changes,
});

async function discountWith(codes: readonly string[], changes: Partial<DiscountBasicInput> = {}): Promise<string> {
  const id = await createBasicDiscount(client(), input(changes));
  await addDiscountCodes(client(), id, codes);
  return id;
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('discounts of the simulated store', () => {
  it('are created, and found by their code in any case', async () => {
    const id = await createBasicDiscount(client(), input());
    expect(await findDiscountByCode(client(), 'seed')).toEqual({ id, title: 'Come back', status: 'ACTIVE' });
    expect(await findDiscountByCode(client(), 'OTHER')).toBeNull();
    const { customerGets: _, ...rest } = input({ code: 'SHIP' });
    const shipping = await createFreeShippingDiscount(client(), { ...rest, destination: { all: true } });
    expect(await findDiscountByCode(client(), 'SHIP')).toMatchObject({ id: shipping });
  });

  it.each<[string, Partial<DiscountBasicInput>]>([
    ['TAKEN', { code: 'Taken' }],
    ['BLANK', { title: '' }],
    ['INVALID', { code: 'a\nb' }],
    ['TOO_LONG', { code: 'x'.repeat(256) }],
    ['END_DATE_BEFORE_START_DATE', { endsAt: '2020-01-01T00:00:00Z' }],
    ['VALUE_OUTSIDE_RANGE', { customerGets: { value: { percentage: 1.5 }, items: { all: true } } }],
  ])('are refused with %s', async (code, changes) => {
    await createBasicDiscount(client(), input({ code: 'TAKEN' }));
    await expect(createBasicDiscount(client(), input(changes))).rejects.toEqual(refusal(code));
    expect(shop.discounts.all()).toHaveLength(1);
  });

  it('need their scope', async () => {
    await expect(createBasicDiscount(client(['read_discounts']), input())).rejects.toEqual(refusal('ACCESS_DENIED'));
    await expect(findDiscountByCode(client(['read_orders']), 'A')).rejects.toEqual(refusal('ACCESS_DENIED'));
  });

  it('take at most 250 codes at a time, later, and say which of them failed only in words', async () => {
    shop.discounts.mintingMs = 200;
    const id = await createBasicDiscount(client(), input());
    const many = Array.from({ length: 251 }, (_, index) => `C${index}`);
    await expect(addDiscountCodes(client(), id, many)).rejects.toEqual(refusal('MAX_INPUT_SIZE_EXCEEDED'));
    const creation = await addDiscountCodes(client(), id, ['A', 'seed', 'B', 'b', 'x\ny']);
    const begun = { done: false, codesCount: 5, importedCount: 0, failedCount: 0 };
    expect(await readCodeCreation(client(), creation)).toEqual(begun);
    await expect
      .poll(() => readCodeCreation(client(), creation))
      .toEqual({ done: true, codesCount: 5, importedCount: 2, failedCount: 3 });
    const failed = (await readCodeResults(client(), creation)).filter((result) => !result.discountRedeemCode);
    expect(failed.map(({ code, errors }) => [code, errors[0]?.message])).toEqual([
      ['seed', 'must be unique. Please try a different code.'],
      ['b', 'Codes must be unique within BulkDiscountCodeCreation'],
      ['x\ny', 'cannot contain newline characters.'],
    ]);
    const page = await readDiscountCodesPage(client(), id);
    expect(page?.nodes.map(({ code }) => code)).toEqual(['SEED', 'A', 'B']);
  });

  it('lose single codes, and end with all of them', async () => {
    const id = await discountWith(['A', 'B']);
    const page = await readDiscountCodesPage(client(), id);
    const ids = (page?.nodes ?? []).filter(({ code }) => code === 'A').map((node) => node.id);
    expect(await isJobDone(client(), await deleteDiscountCodes(client(), id, ids))).toBe(true);
    expect(await findDiscountByCode(client(), 'A')).toBeNull();
    await deactivateDiscount(client(), id);
    expect(await findDiscountByCode(client(), 'B')).toMatchObject({ status: 'EXPIRED' });
    await expect(deactivateDiscount(client(), `${id}9`)).rejects.toEqual(refusal('INVALID'));
  });

  it('survive an answer that gets lost and a call that is half done', async () => {
    sim.faults(DOMAIN).next('lostAnswer', 1, { field: 'discountCodeBasicCreate' });
    await expect(createBasicDiscount(client(), input())).rejects.toMatchObject({ kind: 'unavailable' });
    const id = (await findDiscountByCode(client(), 'SEED'))?.id ?? '';
    sim.faults(DOMAIN).next('halfDone', 1, { field: 'discountRedeemCodeBulkAdd' });
    await expect(addDiscountCodes(client(), id, ['A', 'B', 'C', 'D'])).rejects.toMatchObject({ status: 500 });
    expect((await readDiscountCodesPage(client(), id))?.nodes).toHaveLength(3);
  });
});

describe('the checkout', () => {
  const goods = [lineItemRecord({ id: '1', title: 'Mug', priceCents: 5_000 })];
  const customer = customerRecord({ id: '7', createdAt: 0, email: 'ada@example.com' });
  const given = () => ({
    id: '9',
    number: 1009,
    createdAt: Date.now(),
    lineItems: goods,
    shippingCents: 500,
    customer,
  });

  it('takes a code once, and lists it in the webhook', async () => {
    await discountWith(['TEN-A']);
    const { order } = checkout(shop, given(), ['ten-a']);
    expect(order).toMatchObject({ totalCents: 5_000, discountCents: 500, discountCodes: ['ten-a'] });
    const at = { at: 0, webhookId: 'w', eventId: 'e' };
    const body = webhookBody({ topic: 'orders/create', order, ...at }, new BodyContext(shop.profile));
    expect(JSON.parse(body)).toMatchObject({
      discount_codes: [{ code: 'ten-a', amount: '5.00', type: 'percentage' }],
      discount_applications: [{ type: 'discount_code', code: 'ten-a', value: '10.0', value_type: 'percentage' }],
    });
    expect(checkout(shop, given(), ['TEN-A']).refused).toEqual([{ code: 'TEN-A', reason: 'usage_limit_reached' }]);
  });

  it('refuses codes that are unknown, over, below the minimum or not to be combined', async () => {
    const minimumRequirement = { subtotal: { greaterThanOrEqualToSubtotal: '50.01' } };
    await discountWith(['BIG'], { code: 'S1', minimumRequirement });
    await discountWith(['OVER'], { code: 'S2', endsAt: new Date(Date.now() - 1_000).toISOString() });
    await discountWith(['ONE', 'TWO'], { code: 'S3' });
    const { order, refused } = checkout(shop, given(), ['NONE', 'BIG', 'OVER', 'ONE', 'TWO']);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'not_found',
      'minimum_not_reached',
      'inactive',
      'not_combinable',
    ]);
    expect(order.discountCodes).toEqual(['ONE']);
  });

  it('lists a code that a merchant entered as a discount of their own', () => {
    const entered = {
      code: 'HAND',
      type: 'fixed_amount',
      amountCents: 100,
      value: '1.00',
      isListedAsManual: true,
    } as const;
    const order = orderRecord({ ...given(), discountCodes: ['HAND'], appliedDiscounts: [entered] });
    const event = { topic: 'orders/create', order, at: 0, webhookId: 'w', eventId: 'e' } as const;
    const body = JSON.parse(webhookBody(event, new BodyContext(shop.profile))) as Record<string, unknown>;
    expect(body['discount_codes']).toMatchObject([{ code: 'HAND' }]);
    expect(body['discount_applications']).toEqual([expect.not.objectContaining({ code: 'HAND' })]);
  });
});

describe('the storefront', () => {
  const open = (path: string) =>
    fetch(`${sim.baseUrlTemplate.replace('{shop}', DOMAIN)}${path}`, { redirect: 'manual' });

  it('keeps a code and leads to the page', async () => {
    shop.upsertProduct(productRecord({ id: '1', title: 'Café', handle: 'café', createdAt: 0 }));
    const answer = await open(`/discount/AB?redirect=${encodeURIComponent('/products/café?utm_source=a b')}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('set-cookie')).toContain('discount_code=AB');
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`/${DOMAIN}/products/caf%C3%A9?utm_source=a%20b`);
    expect((await open(location.slice(DOMAIN.length + 1))).status).toBe(200);
  });

  it.each(['//evil.example/a', 'https://evil.example', '/\\evil.example'])('stays in the store for %s', async (to) => {
    const answer = await open(`/discount/AB?redirect=${encodeURIComponent(to)}`);
    expect(answer.headers.get('location')).toBe(`/${DOMAIN}/`);
  });

  it('fills a cart', async () => {
    const variant = { id: '11', title: 'Red', sku: null, priceCents: 100, inventoryQuantity: 1 };
    shop.upsertProduct(productRecord({ id: '1', title: 'Mug', createdAt: 0, variants: [variant] }));
    expect(await (await open('/cart/11:2?discount=AB')).text()).toContain('2 × Mug');
    expect((await open('/cart/12:1')).status).toBe(404);
  });
});

describe('the consent of a customer', () => {
  const decidedAt = Date.UTC(2026, 0, 2);
  const consent = { state: 'subscribed', optInLevel: 'single_opt_in', updatedAt: decidedAt } as const;
  const level = { marketingOptInLevel: 'SINGLE_OPT_IN' } as const;
  const at = (seconds: number) => new Date(decidedAt + seconds * 1_000).toISOString().replace('.000', '');

  beforeEach(() => shop.upsertCustomer(customerRecord({ id: '7', createdAt: 0, email: 'ada@example.com', consent })));

  it('is changed by the newest decision', async () => {
    await updateConsent(client(), '7', { marketingState: 'UNSUBSCRIBED', ...level, consentUpdatedAt: at(10) });
    const after = { marketingState: 'UNSUBSCRIBED', marketingUpdatedAt: at(10) };
    expect(await readConsent(client(), '7')).toMatchObject(after);
    await updateConsent(client(), '7', { marketingState: 'SUBSCRIBED', ...level, consentUpdatedAt: at(5) });
    expect(await readConsent(client(), '7')).toMatchObject(after);
  });

  it('is not changed for the future, for a stranger, or without the scope', async () => {
    const consentUpdatedAt = new Date(Date.now() + 60_000).toISOString();
    const update = { marketingState: 'UNSUBSCRIBED', ...level, consentUpdatedAt } as const;
    await expect(updateConsent(client(), '7', update)).rejects.toEqual(refusal('INVALID'));
    await expect(updateConsent(client(), '8', { ...update, consentUpdatedAt: at(1) })).rejects.toEqual(
      refusal('INVALID'),
    );
    await expect(updateConsent(client(['read_customers']), '7', update)).rejects.toEqual(refusal('ACCESS_DENIED'));
    expect(shop.customers.get('7')?.consent).toEqual(consent);
    expect(await readConsent(client(), '8')).toBeUndefined();
  });
});
