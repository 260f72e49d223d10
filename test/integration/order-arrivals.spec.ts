import { Database } from '#libs/database';
import { decimalOf, entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommerceService } from '../../src/commerce/intake/commerce.service.js';
import { type Cause, deliveryCause, HISTORY } from '../../src/commerce/model/causes.js';
import type { OrderRecord } from '../../src/commerce/model/records.js';
import { OrderArrivalsQueries } from '../../src/commerce/queries/order-arrivals.queries.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let customers = 0;

beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId } = await installStore(app));
});
afterAll(() => app?.stop());

const NEWS = deliveryCause({ id: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' });
const DAY_MS = 86_400_000;

/** One state of the customer's order, as a platform reports it. */
type Told = Partial<OrderRecord> & { readonly cause?: Cause };

/** Applies the states one after the other, and asks whether the order arrived since the beginning, and counts. */
async function arrives(...states: readonly Told[]): Promise<{ arrived: boolean; counting: boolean }> {
  customers += 1;
  const externalId = `c${customers}`;
  const since = new Date(Date.now() - 1);
  for (const { cause = NEWS, ...state } of states) {
    const order: OrderRecord = {
      externalId: `o${customers}`,
      customer: { externalId, updatedAt: null },
      currency: 'USD',
      total: decimalOf('10.00'),
      financialStatus: 'paid',
      cancelledAt: null,
      test: false,
      productIds: [],
      billingCountry: null,
      orderedAt: new Date(),
      updatedAt: new Date(),
      triggeredAt: null,
      refunds: [],
      ...state,
    };
    const rules = { countUnpaidOrders: false };
    await app.transaction((tx) =>
      app.get(CommerceService).apply(tx, { retailerId, rules }, [{ record: { kind: 'order', order }, cause }]),
    );
  }
  const question = { customerId: entityId(retailerId, 'customer', externalId), since };
  const [queries, sql] = [app.get(OrderArrivalsQueries), app.get(Database).of(retailerId)];
  const arrived = (await queries.arrived(sql, retailerId, [question])).size === 1;
  return { arrived, counting: (await queries.counting(sql, retailerId, [question])).size === 1 };
}

describe('an order', () => {
  it.each<[what: string, states: Told[], expected: boolean]>([
    ['arrives with a delivery', [{}], true],
    ['arrives with the watch', [{ cause: 'watch' }], true],
    ['arrives once it counts', [{ financialStatus: 'pending' }, { financialStatus: 'paid' }], true],
    ['arrives if it was placed a few days ago', [{ orderedAt: new Date(Date.now() - 6 * DAY_MS) }], true],
    ['does not arrive if it is old', [{ orderedAt: new Date(Date.now() - 8 * DAY_MS) }], false],
    ['does not arrive by history', [{ cause: HISTORY }], false],
    ['does not arrive by an import', [{ imported: true }], false],
    ['of history does not arrive with a later delivery about it', [{ cause: HISTORY }, {}], false],
    ['does not arrive before it counts', [{ financialStatus: 'pending' }], false],
    ['does not arrive as a test', [{ test: true }], false],
  ])('%s', async (_what, states, expected) => {
    expect(await arrives(...states)).toEqual({ arrived: expected, counting: expected });
  });

  it('that is cancelled has arrived, and no longer counts', async () => {
    expect(await arrives({}, { cancelledAt: new Date() })).toEqual({ arrived: true, counting: false });
  });
});
