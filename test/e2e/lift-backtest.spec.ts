import { describe, expect, it } from 'vitest';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { given, stored } from '../factories/given.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';

const scene = sequenceStores('backtest', 2);
const DAY = 86_400_000;
const NOW = Date.now();
const ago = (days: number): Date => new Date(NOW - days * DAY);

/** Orders of customers, in days before now. */
async function ordered(store: SequenceStore, orders: Readonly<Record<string, readonly number[]>>): Promise<void> {
  for (const [name, days] of Object.entries(orders)) {
    for (const [index, before] of days.entries()) {
      await given(store.app).insert(Order, {
        retailerId: store.retailerId,
        externalId: `${name}-${index}`,
        customerId: store.idOf(name),
        currency: 'USD',
        total: '10',
        refunded: '0',
        net: '10',
        counted: true,
        reason: 'paid',
        financialStatus: 'paid',
        test: false,
        productIds: [],
        orderedAt: ago(before),
        platformUpdatedAt: ago(before),
      });
    }
  }
}

const lapsed = (store: SequenceStore): Promise<void> => sendTo(store, 'Lapsed', { lastOrderOlderThanDays: 90 });

/** Makes the segment that the sequence sends to. */
async function sendTo(store: SequenceStore, name: string, criteria: object): Promise<void> {
  const segments = [{ name, criteria }];
  await store.app.admin('POST', '/admin/segments/upsert', { brandId: store.brandId, segments }, { prefer: 'wait=20' });
  await store.put(scene.id, { segment: name, steps: [step('one'), step('two', 'P2D')] });
}

/**
 * Ann lapsed 200 days ago and came back after 13 days, Bob after 15. Cy lapsed 5 days ago: the window is open. Dee has
 * never lapsed. Una may not get emails.
 */
const PEOPLE = { ann: {}, bob: {}, cy: {}, dee: {}, una: { marketing: 'unsubscribed' } } as const;
const ORDERS = { ann: [290, 187], bob: [291, 186], cy: [95], dee: [80], una: [250] };

const backtest = (store: SequenceStore, body: object) =>
  store.app.admin<{ weeksToProof: number }>('POST', `/admin/sequences/${scene.id}/backtest`, body);

describe('POST /admin/sequences/{id}/backtest', () => {
  it('says who would have entered when, who came back without emails, and what that would have cost', async () => {
    const store = await scene.open(PEOPLE, { steps: [step('one')] });
    await ordered(store, ORDERS);
    await lapsed(store);
    const { status, body } = await backtest(store, { from: ago(210), to: ago(0) });
    expect(status).toBe(200);
    const item = (name: string, days: number, emails: number, cameBack: boolean | null) => ({
      customerId: store.idOf(name),
      enteredAt: ago(days).toISOString(),
      emails,
      cameBack,
    });
    expect(body).toEqual({
      from: ago(210).toISOString(),
      to: ago(0).toISOString(),
      windowDays: 14,
      entries: 4,
      items: [
        item('bob', 201, 2, false),
        item('ann', 200, 2, true),
        item('una', 160, 0, false),
        item('cy', 5, 2, null),
      ],
      closed: 3,
      cameBack: 1,
      baseline: { estimate: 0.333333, low: expect.any(Number), high: expect.any(Number) },
      cost: { emails: 6, offers: null },
      weeksToProof: expect.any(Number),
    });
  });

  it('takes the order that makes a customer enter for no return', async () => {
    const store = await scene.open({ ann: {}, bob: {} }, { steps: [step('one')] });
    await ordered(store, { ann: [30], bob: [31, 30.5] });
    await sendTo(store, 'Bought', { minOrders: 1 });
    const { body } = await backtest(store, { from: ago(40), to: ago(1) });
    expect(body).toMatchObject({
      items: [
        { customerId: store.idOf('bob'), enteredAt: ago(31).toISOString(), cameBack: true },
        { customerId: store.idOf('ann'), enteredAt: ago(30).toISOString(), cameBack: false },
      ],
      closed: 2,
      cameBack: 1,
    });
  });

  it('refuses spans that are not in the past, sequences without a segment and unknown ones', async () => {
    const store = await scene.open({ ann: {} }, { steps: [step('one')] });
    const pointers = async (body: object) => {
      const answer = await backtest(store, body);
      const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
      return [answer.status, ...errors.map(({ pointer }) => pointer)];
    };
    expect(await pointers({ from: ago(1), to: ago(-1) })).toEqual([422, '/to']);
    expect(await pointers({ from: ago(1), to: ago(1) })).toEqual([422, '/to']);
    expect(await pointers({ from: ago(368), to: ago(1) })).toEqual([422, '/from']);
    expect(await pointers({ from: '2025-01-01', to: ago(1) })).toEqual([422, '/from']);
    expect(await pointers({ from: ago(2), to: ago(1), more: 1 })).toEqual([422, '/more']);
    const unknown = await store.app.admin('POST', '/admin/sequences/none/backtest', { from: ago(2), to: ago(1) });
    expect(unknown.status).toBe(404);
    await store.put(scene.id, { segment: undefined, steps: [step('one')] });
    expect(await pointers({ from: ago(2), to: ago(1) })).toEqual([422, '/segment']);
  });

  it('takes what was recorded since the definition of the segment', async () => {
    const store = await scene.open(PEOPLE, { steps: [step('one')] });
    await ordered(store, ORDERS);
    await lapsed(store);
    const { retailerId } = store;
    await given(store.app).set(Segment, { definedAt: ago(300) }, { retailerId, name: 'Lapsed' });
    const [segment] = await stored(store.app).rows(Segment, { retailerId, name: 'Lapsed' }, 'id');
    const segmentId = segment?.id ?? '';
    const left = { segmentId, customerId: store.idOf('dee'), at: ago(299), kind: 'left', cause: 'order' } as const;
    // Without it, nothing would say that transitions were kept before this month.
    await given(store.app).insert(Transition, { retailerId, ...left });
    expect((await backtest(store, { from: ago(210), to: ago(1) })).body).toMatchObject({ entries: 0 });
  });
});

describe('a dry run', () => {
  it('says how long a proof takes', async () => {
    const store = await scene.open(PEOPLE, { steps: [step('one')] });
    await ordered(store, ORDERS);
    await lapsed(store);
    const { body } = await store.execute(scene.id, { mode: 'dryRun' }, { prefer: 'wait=20' });
    expect(body).toMatchObject({
      outlook: {
        baseRate: 0.05,
        // Ann and Bob within the year that ended two weeks ago.
        perWeek: expect.closeTo(2 / 52, 1),
        suggestedPercent: 50,
        rows: [{ relativeLift: 0.25 }, { relativeLift: 0.5 }, { relativeLift: 1, recipients: 1_570 }],
        notices: ['no_holdout', 'only_tripling'],
      },
    });
  });
});
