import { retailerIdOf } from '#libs/kernel';
import { type OrderRecord, orderRecord, PlatformASimulator, refundRecord, type SimulatedShop } from '#libs/simulators';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refund } from '../../src/commerce/model/refund.entity.js';
import { CommerceQueries } from '../../src/commerce/queries/commerce.queries.js';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import { PlatformAReadOrdersHandler } from '../../src/platform-a/sync/read-orders.handler.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { BackfillHandler } from '../../src/stores/backfill/backfill.handler.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { StoreWatchRepository } from '../../src/stores/watch/store-watch.repository.js';
import { WatchHandler } from '../../src/stores/watch/watch.handler.js';
import { given } from '../factories/given.js';
import { anOrder, aRefund, inYen, type RefundForm } from '../factories/wire.js';
import { IdleApp, type Posted } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const ORDER = '7100';
const REFUND = 7200;
const MINUTE = 60_000;

let platform: PlatformASimulator;
let app: IdleApp;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;
let posted = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  app = await IdleApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
});
afterAll(async () => {
  await app?.stop();
  await platform?.stop();
});
beforeEach(async () => {
  const domain = `yen${(stores += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Yen', plan: 'plus' });
  retailerId = retailerIdOf('platform-a', domain);
  const granted = shop.tokens.redeemCode(
    shop.tokens.issueCode(['read_orders', 'read_customers', 'read_products']),
    true,
  );
  if ('error' in granted) throw new Error(granted.error);
  const answer = { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? '', scope: granted.scope };
  const credentials = credentialsOf({ ...answer, expiresIn: 3_600 }, new Date());
  const install = { platform: 'platform-a', externalId: domain, missingScopes: [], credentials } as const;
  await app.transaction((tx) => app.get(InstallationsService).install(tx, install));
  await given(app).set(Retailer, { currency: 'USD', setUpAt: new Date() }, { id: retailerId });
});

/** 100.00 USD, paid as 15,000 JPY, of which 1,500 JPY went back. */
function theOrder(change: Partial<OrderRecord> = {}): OrderRecord {
  const createdAt = Date.now() - 60 * MINUTE;
  return orderRecord({
    id: ORDER,
    number: 1001,
    createdAt,
    updatedAt: createdAt + MINUTE,
    financialStatus: 'partially_refunded',
    presentment: { currency: 'JPY', rate: 150 },
    lineItems: [
      {
        id: '1',
        productId: null,
        variantId: null,
        title: 'Bowl',
        sku: null,
        vendor: null,
        quantity: 1,
        currentQuantity: 1,
        priceCents: 10_000,
      },
    ],
    refunds: [refundRecord({ id: String(REFUND), orderId: ORDER, createdAt, amountCents: 1_000 })],
    ...change,
  });
}

const refund = (form: RefundForm) => aRefund({ id: REFUND, orderId: Number(ORDER), amount: '10.00', form });
const orderBody = (refunds: readonly object[] = []) =>
  anOrder({
    id: Number(ORDER),
    status: 'partially_refunded',
    updatedAt: new Date(Date.now() - 30 * MINUTE).toISOString(),
    refunds,
    extra: { presentment_currency: 'JPY', total_price_set: inYen('100.00') },
  });

async function deliver(...bodies: readonly Omit<Posted, 'id'>[]): Promise<void> {
  for (const body of bodies) {
    await app.post(retailerId, [{ id: `yen-${(posted += 1)}`, ...body }]);
    await app.workOff(retailerId);
  }
}
const refunded = (form: RefundForm) => ({ topic: 'refunds/create', body: refund(form) });
const created = () => ({ topic: 'orders/create', body: orderBody() });
const updated = (form: RefundForm) => ({ topic: 'orders/updated', body: orderBody([refund(form)]) });

const readRefunds = () => app.get(PlatformAReadOrdersHandler).read({ retailerId });
const backfill = () => app.get(BackfillHandler).backfill({ retailerId, resource: 'orders' });
async function watch(): Promise<void> {
  await given(app).backdate(Retailer, 'installedAt', '1 day', { id: retailerId });
  await app.get(StoreWatchRepository).makeDue(retailerId);
  await app.get(WatchHandler).watch({ retailerId });
}

async function expectOrder(net: string, refundedAmount = '10.00', unknownRefunds = 0): Promise<void> {
  const order = await app.get(CommerceQueries).order(retailerId, ORDER);
  expect(order).toMatchObject({ net, refunded: refundedAmount, unknownRefunds });
}
const reads = async (result: string): Promise<number> => {
  const metric = await app.get(Registry).getSingleMetric('rekindle_refund_reads_total')?.get();
  return metric?.values.find(({ labels }) => labels['result'] === result)?.value ?? 0;
};

describe('a refund of 1,500 JPY of an order of 100.00 USD', () => {
  beforeEach(() => shop.upsertOrder(theOrder()));

  describe.each<RefundForm>(['set', 'parts', 'nothing'])('in a body with the amount in the form %s', (form) => {
    const arrivals = {
      'after its order': [created(), refunded(form)],
      'before its order': [refunded(form), created()],
      'with its order': [updated(form)],
      'with its order, first by itself, all twice': [refunded(form), updated(form), refunded(form), updated(form)],
    };
    it.each(Object.entries(arrivals))('leaves 90.00 %s', async (_order, bodies) => {
      await deliver(...bodies);
      await readRefunds();
      await expectOrder('90.00');
    });

    it.each([
      ['the backfill', backfill],
      ['the watch', watch],
    ])('leaves the amount of %s, before and after the delivery', async (_who, read) => {
      shop.upsertOrder(
        theOrder({ refunds: [refundRecord({ id: String(REFUND), orderId: ORDER, createdAt: 0, amountCents: 987 })] }),
      );
      await deliver(updated(form), refunded(form));
      await read();
      await expectOrder('90.13', '9.87');
      await deliver(refunded(form), updated(form));
      await expectOrder('90.13', '9.87');
    });
  });

  it('is corrected by a reading if it was stored as 1,500.00 USD', async () => {
    await deliver(created(), refunded('set'));
    await given(app).set(Refund, { amount: '1500' }, { retailerId });
    await backfill();
    await expectOrder('90.00');
    await deliver(refunded('set'));
    await expectOrder('90.00');
  });

  it('counts as nothing, which the answer shows, until the order is read', async () => {
    await deliver(created(), refunded('nothing'));
    await expectOrder('100.00', '0.00', 1);
    await readRefunds();
    await expectOrder('90.00');
  });

  it('is not read again once the amount is known', async () => {
    await deliver(created(), refunded('nothing'));
    await readRefunds();
    platform.graphqlRequests.length = 0;
    await deliver(refunded('nothing'), updated('nothing'));
    await readRefunds();
    expect(platform.graphqlRequests).toEqual([]);
  });
});

describe('a reading that comes back empty', () => {
  const due = () =>
    app.sql(`UPDATE refunds SET read_due_at = now() WHERE retailer_id = $1 AND read_due_at IS NOT NULL`, [retailerId]);

  it.each([
    ['without the order', () => undefined],
    ['without the refund', () => shop.upsertOrder(theOrder({ refunds: [] }))],
  ])('%s is counted, shown and repeated until the store names the amount', async (_what, prepare) => {
    prepare();
    await deliver(created(), refunded('nothing'));
    const before = await reads('empty');
    await readRefunds();
    expect(await reads('empty')).toBe(before + 1);
    await expectOrder('100.00', '0.00', 1);
    platform.graphqlRequests.length = 0;
    await readRefunds();
    expect(platform.graphqlRequests).toEqual([]);
    shop.upsertOrder(theOrder());
    await due();
    await readRefunds();
    await expectOrder('90.00');
  });
});
