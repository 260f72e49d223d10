import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { checkout, customerRecord, lineItemRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CodeCreation } from '../../src/platform-a/discounts/code-creation.entity.js';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { type CodeBatch, DiscountRefusedError, type DiscountRule, type Minting } from '../../src/stores/discounts.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import type { DiscountConnector } from '../../src/stores/discounts.js';
import type { OpenStore } from '../../src/stores/store-connector.js';
import { startIdle } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const DAY_MS = 86_400_000;
const SCOPES = ['read_orders', 'read_customers', 'read_products', 'write_discounts'];

let platform: PlatformASimulator;
let app: NestFastifyApplication;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  ({ app } = await startIdle({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate }, 'https://app.example'));
});
afterAll(async () => {
  await app?.close();
  await platform?.stop();
});
beforeEach(async () => {
  shop = platform.addShop({
    domain: `discounts-${(stores += 1)}.myshopify.com`,
    name: 'Corner Shop',
    plan: 'enterprise',
  });
  shop.discounts.mintingMs = 0;
  retailerId = retailerIdOf('platform-a', shop.profile.domain);
  await install(SCOPES);
  platform.graphqlRequests.length = 0;
});

async function install(scopes: readonly string[]): Promise<void> {
  const granted = shop.tokens.redeemCode(shop.tokens.issueCode(scopes), true);
  if ('error' in granted) throw new Error(granted.error);
  const { access_token: accessToken, refresh_token: refreshToken = '', scope } = granted;
  const credentials = credentialsOf({ accessToken, refreshToken, scope, expiresIn: 3_600 }, new Date());
  await app.get(Database).transactionAcrossRetailers((tx) =>
    app.get(InstallationsService).install(tx, {
      platform: 'platform-a',
      externalId: shop.profile.domain,
      missingScopes: [],
      credentials,
    }),
  );
}

const stored = () => app.get(Database).of(retailerId);
const withStore = <T>(work: (discounts: DiscountConnector<OpenStore>, store: OpenStore) => Promise<T>) =>
  app.get(StoreConnectorsService).withStore(retailerId, ({ discounts }, store) => {
    if (!discounts) throw new Error('the platform has no discounts');
    return work(discounts, store);
  });

let rules = 0;
const ruleOf = (changes: Partial<DiscountRule> = {}): DiscountRule => {
  const key = `RK-${(rules += 1)}`;
  return {
    key,
    title: `winback: 10% off (${key})`,
    kind: 'percent',
    value: '10',
    currency: 'USD',
    minimum: null,
    startsAt: new Date(Date.now() - 300_000),
    endsAt: new Date(Date.now() + DAY_MS),
    ...changes,
  };
};
const batchOf = (count: number, from = 0): CodeBatch => ({
  prefix: `B${from}`,
  texts: Array.from({ length: count }, (_, index) => `WIN${String(from + index).padStart(5, '0')}`),
});

const create = (rule: DiscountRule, first: CodeBatch) =>
  withStore((discounts, store) => discounts.create(store, rule, first)) as Promise<string>;
const mint = (id: string, batch: CodeBatch) =>
  withStore((discounts, store) => discounts.mint(store, id, batch)) as Promise<Minting>;

/** Asks until the store has done its work, as the caller does, also after answers that got lost. */
async function mintToTheEnd(id: string, batch: CodeBatch): Promise<Minting> {
  for (let attempts = 0; attempts < 20; attempts += 1) {
    const minting = await mint(id, batch).catch(() => undefined);
    if (minting && minting.status !== 'pending') return minting;
  }
  throw new Error('the batch is not minted');
}

const callsOf = (field: string) => platform.graphqlRequests.filter(({ query }) => query.includes(field));
const ours = (rule: DiscountRule) => shop.discounts.all().filter(({ title }) => title === rule.title);
const merchantsDiscount = (code: string) =>
  shop.discounts.create(
    {
      title: "The merchant's own",
      value: { kind: 'percentage', share: 0.5 },
      startsAt: 0,
      endsAt: null,
      minimumCents: null,
      usageLimit: null,
      oncePerCustomer: false,
      combinesWith: [],
    },
    code,
  );

describe('discounts on platform A', () => {
  it('DA1 mints 600 codes of ten percent with one discount, in batches, one creation at a time', async () => {
    const rule = ruleOf();
    const batches = [batchOf(250), batchOf(250, 250), batchOf(100, 500)] as const;
    const id = await create(rule, batches[0]);
    for (const batch of batches) {
      expect(await mintToTheEnd(id, batch)).toEqual({ status: 'minted', codes: batch.texts });
    }

    const [discount] = ours(rule);
    expect(ours(rule)).toHaveLength(1);
    expect(discount?.codes.size).toBe(600);
    expect(discount).toMatchObject({ value: { kind: 'percentage', share: 0.1 }, usageLimit: 1 });
    expect(callsOf('discountCodeBasicCreate')).toHaveLength(1);
    const sizes = callsOf('discountRedeemCodeBulkAdd').map(({ variables }) => (variables['codes'] as unknown[]).length);
    expect(sizes).toEqual([250, 250, 100]);
  });

  it('DA1 begins no second creation while the first one runs', async () => {
    const id = await create(ruleOf(), batchOf(3));
    shop.discounts.mintingMs = Number.POSITIVE_INFINITY;
    expect(await mint(id, batchOf(3))).toEqual({ status: 'pending', retryAfterSeconds: 1 });
    expect(await mint(id, batchOf(3, 100))).toMatchObject({ status: 'pending' });
    expect(callsOf('discountRedeemCodeBulkAdd')).toHaveLength(1);
  });

  it('DA2 adopts a discount with its own key whose answer got lost', async () => {
    const rule = ruleOf();
    platform.faults(shop.profile.domain).next('lostAnswer', 1, { field: 'discountCodeBasicCreate' });
    await expect(create(rule, batchOf(3))).rejects.toMatchObject({ kind: 'unavailable' });
    const [discount] = ours(rule);
    expect(await create(rule, batchOf(3))).toMatch(new RegExp(`/${discount?.id}$`));
    expect(ours(rule)).toHaveLength(1);
  });

  it("DA2 takes the next code where the first one is the merchant's, and reports it when minting", async () => {
    const rule = ruleOf();
    const foreign = merchantsDiscount('win00000');
    const batch = batchOf(3);
    const id = await create(rule, batch);
    expect(await mintToTheEnd(id, batch)).toEqual({
      status: 'taken',
      texts: ['WIN00000'],
      codes: ['WIN00001', 'WIN00002'],
    });
    expect(foreign.codes.size).toBe(1);
    const replaced = { ...batch, texts: ['NEW00000', 'WIN00001', 'WIN00002'] };
    expect(await mintToTheEnd(id, replaced)).toEqual({ status: 'minted', codes: replaced.texts });
    expect(ours(rule)).toHaveLength(1);
  });

  it('DA3 leaves one discount where the answer of any call of its creation gets lost', async () => {
    for (const field of ['discountCodeBasicCreate', 'codeDiscountNodeByCode']) {
      const rule = ruleOf();
      const batch = batchOf(2, rules * 1_000);
      const faults = platform.faults(shop.profile.domain);
      faults.next('lostAnswer', 1, { field: 'discountCodeBasicCreate' });
      if (field !== 'discountCodeBasicCreate') faults.next('serverError', 3, { field });
      const attempts = [];
      for (let time = 0; time < 3; time += 1) attempts.push(await create(rule, batch).catch(() => undefined));
      expect(new Set(attempts.filter(Boolean)).size).toBe(1);
      expect(ours(rule)).toHaveLength(1);
    }
  });

  it.each(['lostAnswer', 'halfDone', 'serverError', 'disconnect', 'notJson'] as const)(
    'DA4 has each code once after %s of any call of the minting',
    async (kind) => {
      for (const field of ['discountRedeemCodeBulkAdd', 'discountRedeemCodeBulkCreation', 'codeDiscountNodeByCode']) {
        const rule = ruleOf();
        const batch = batchOf(40, rules * 1_000);
        const id = await create(rule, batch);
        platform.faults(shop.profile.domain).next(kind, 1, { field });
        expect(await mintToTheEnd(id, batch)).toEqual({ status: 'minted', codes: batch.texts });
        platform.faults(shop.profile.domain).clear();
        const [discount] = ours(rule);
        expect([...(discount?.codes.keys() ?? [])].sort()).toEqual([...batch.texts].sort());
      }
    },
  );

  it('DA4 repeats the same texts after a crash between the call and its answer', async () => {
    const rule = ruleOf();
    const batches = [batchOf(250), batchOf(250, 250), batchOf(100, 500)] as const;
    const id = await create(rule, batches[0]);
    for (const batch of batches) {
      await mint(id, batch);
      // The process was killed before it had saved what the store answered.
      await stored().using(CodeCreation, (rows) => rows.delete({ retailerId }));
      expect(await mintToTheEnd(id, batch)).toEqual({ status: 'minted', codes: batch.texts });
    }
    expect(ours(rule)[0]?.codes.size).toBe(600);
  });

  it('DA5 looks up codes that the store refused: our own are minted, others are reported', async () => {
    const rule = ruleOf();
    const batch = batchOf(5);
    const id = await create(rule, batch);
    shop.discounts.addCodes(id.slice(id.lastIndexOf('/') + 1), ['WIN00003']);
    merchantsDiscount('WIN00004');
    const codes = ['WIN00000', 'WIN00001', 'WIN00002', 'WIN00003'];
    expect(await mintToTheEnd(id, batch)).toEqual({ status: 'taken', texts: ['WIN00004'], codes });
  });

  it('DA5 refuses a batch with codes that the store never takes', async () => {
    const id = await create(ruleOf(), batchOf(1));
    const bad = { prefix: 'X', texts: ['bad\ncode'] };
    await mint(id, bad);
    await expect(mint(id, bad)).rejects.toMatchObject({ refusal: 'invalid', message: /newline/ });
    const half = { prefix: 'Y', texts: ['GOOD', 'bad\ncode'] };
    await mint(id, half);
    expect(await mint(id, half)).toMatchObject({ status: 'pending' });
    await expect(mint(id, half)).rejects.toBeInstanceOf(DiscountRefusedError);
  });

  it('DA6 asks seldom, and never again for the codes, while a creation does not end', async () => {
    const id = await create(ruleOf(), batchOf(2));
    shop.discounts.mintingMs = Number.POSITIVE_INFINITY;
    await mint(id, batchOf(2));
    const waits: number[] = [];
    for (const seconds of [1, 3, 7, 20, 599, 601, 86_400]) {
      const startedAt = new Date(Date.now() - seconds * 1_000 + 500);
      await stored().using(CodeCreation, (rows) => rows.update({ retailerId }, { startedAt }));
      const minting = await mint(id, batchOf(2));
      waits.push(minting.status === 'pending' ? minting.retryAfterSeconds : 0);
    }
    expect(waits).toEqual([1, 3, 7, 15, 15, 300, 300]);
    expect(callsOf('discountRedeemCodeBulkAdd')).toHaveLength(1);
    const [discount] = shop.discounts.all();
    expect(discount?.codes.size).toBe(1);
  });

  it('DA7 waits for the rate limit and goes on', async () => {
    platform.faults(shop.profile.domain).next('throttled', 1);
    const id = await create(ruleOf(), batchOf(2));
    platform.faults(shop.profile.domain).next('rateLimited', 1, { retryAfterSeconds: 1 });
    expect(await mintToTheEnd(id, batchOf(2))).toMatchObject({ status: 'minted' });
    expect(shop.discounts.all()).toHaveLength(1);
  });

  it('DA8 marks the store where its token is refused, and keeps what was begun', async () => {
    const id = await create(ruleOf(), batchOf(2));
    await mint(id, batchOf(2));
    shop.tokens.revokeAll();
    expect(await mint(id, batchOf(2))).toBeUndefined();
    const rows = await stored().using(Retailer, (retailers) => retailers.findBy({ id: retailerId }));
    expect(rows).toMatchObject([{ status: 'needs_reauth' }]);
    await install(SCOPES);
    expect(await mintToTheEnd(id, batchOf(2))).toMatchObject({ status: 'minted' });
    expect(callsOf('discountRedeemCodeBulkAdd')).toHaveLength(1);
  });

  it.each<Partial<DiscountRule>>([
    { value: '0' },
    { value: '150' },
    { kind: 'amount', value: '-1' },
    { endsAt: new Date(0) },
  ])('DA9 refuses %j without a call', async (changes) => {
    await expect(create(ruleOf(changes), batchOf(1))).rejects.toMatchObject({ refusal: 'invalid' });
    expect(platform.graphqlRequests).toEqual([]);
  });

  it("DA9 refuses amounts in another currency than the store's without a call", async () => {
    await stored().using(Retailer, (retailers) => retailers.update({ id: retailerId }, { currency: 'EUR' }));
    await expect(create(ruleOf(), batchOf(1))).rejects.toMatchObject({ refusal: 'invalid' });
    expect(platform.graphqlRequests).toEqual([]);
  });

  it('DA10 ends a discount, also one that the merchant has deleted', async () => {
    const id = await create(ruleOf(), batchOf(2));
    await withStore((discounts, store) => discounts.deactivate(store, id));
    await withStore((discounts, store) => discounts.deactivate(store, id));
    expect(callsOf('discountCodeDeactivate')).toHaveLength(2);
    expect(await withStore((discounts, store) => discounts.hasCode(store, 'WIN00000'))).toBe(false);
    await withStore((discounts, store) => discounts.deactivate(store, `${id}999`));
  });

  it('DA10 removes single codes by their ids only, and leaves the others', async () => {
    const [rule, batch] = [ruleOf(), batchOf(250)];
    const id = await create(rule, batch);
    await mintToTheEnd(id, batch);
    const gone = batch.texts.slice(0, 240).map((code) => code.toLowerCase());
    const remove = (codes: readonly string[]) =>
      withStore((discounts, store) => discounts.removeCodes(store, id, codes));
    await remove(gone.slice(0, 120));
    platform.faults(shop.profile.domain).next('lostAnswer', 1, { field: 'discountCodeRedeemCodeBulkDelete' });
    await expect(remove(gone.slice(120))).rejects.toMatchObject({ kind: 'unavailable' });
    await remove(gone.slice(120));
    await remove(gone.slice(120));
    expect([...(ours(rule)[0]?.codes.keys() ?? [])]).toEqual(batch.texts.slice(240));
    for (const { variables } of callsOf('discountCodeRedeemCodeBulkDelete')) {
      expect(Object.keys(variables).sort()).toEqual(['discountId', 'ids']);
    }
    expect(shop.discounts.all()).toHaveLength(1);
  });

  it('gives free shipping and amounts that the checkout of the store takes', async () => {
    await create(ruleOf({ kind: 'free_shipping', value: null }), { prefix: 'S', texts: ['SHIP'] });
    await create(ruleOf({ kind: 'amount', value: '5.00', minimum: '30.00' }), { prefix: 'F', texts: ['FIVE'] });
    const customer = customerRecord({ id: '7', createdAt: 0, email: 'ada@example.com' });
    const cart = (priceCents: number) => ({
      id: '9',
      number: 1_009,
      createdAt: Date.now(),
      shippingCents: 500,
      lineItems: [lineItemRecord({ id: '1', title: 'Mug', priceCents })],
      customer,
    });
    expect(checkout(shop, cart(4_000), ['ship']).order.totalCents).toBe(4_000);
    expect(checkout(shop, cart(2_999), ['FIVE']).refused).toMatchObject([{ reason: 'minimum_not_reached' }]);
    expect(checkout(shop, cart(4_000), ['FIVE']).order.totalCents).toBe(4_000);
    expect(checkout(shop, cart(4_000), ['FIVE']).refused).toMatchObject([{ reason: 'usage_limit_reached' }]);
  });

  it('knows the codes of the merchant that can be used', async () => {
    const merchants = merchantsDiscount('SUMMER');
    const hasCode = (code: string) => withStore((discounts, store) => discounts.hasCode(store, code));
    expect(await hasCode('summer')).toBe(true);
    expect(await hasCode('WINTER')).toBe(false);
    shop.discounts.deactivate(merchants);
    expect(await hasCode('SUMMER')).toBe(false);
  });

  it('says which scope is missing and where the merchant grants it', async () => {
    await install(['read_orders', 'read_customers', 'read_products']);
    expect(
      await withStore((discounts, store) =>
        Promise.resolve([discounts.missingScopes(store), discounts.grantUrl(store)]),
      ),
    ).toEqual([
      ['write_discounts'],
      `https://app.example/platform-a/auth?shop=${shop.profile.domain}&feature=discounts`,
    ]);
    await expect(create(ruleOf(), batchOf(1))).rejects.toMatchObject({ refusal: 'scope_missing' });
    const hasCode = withStore((discounts, store) => discounts.hasCode(store, 'SUMMER'));
    await expect(hasCode).rejects.toMatchObject({ refusal: 'scope_missing' });
  });
});
