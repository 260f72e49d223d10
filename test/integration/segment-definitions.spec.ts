import fc from 'fast-check';
import { Database } from '#libs/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { RfmHandler } from '../../src/segmentation/clock/rfm.handler.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { LiveDefinitionsService } from '../../src/segmentation/evaluation/live-definitions.service.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { RfmRun } from '../../src/segmentation/rfm/rfm-run.entity.js';
import { RfmRepository } from '../../src/segmentation/rfm/rfm.repository.js';
import { SegmentationPersonalDataService } from '../../src/segmentation/segmentation-personal-data.service.js';
import { SegmentPreviewsService } from '../../src/segmentation/segments/segment-previews.service.js';
import { SegmentationService } from '../../src/segmentation/segments/segmentation.service.js';
import type { UpsertResult } from '../../src/segmentation/segments/segments.dto.js';
import { given, stored } from '../factories/given.js';
import { type Criteria, criteria, DAY, person } from '../factories/people.js';
import { IdleApp } from '../setup/idle-app.js';
import { customerIdOf, populate } from '../setup/population.js';
import { installStore } from '../setup/webhooks.js';

const ROUNDS = Number(process.env['REKINDLE_PROPERTY_ROUNDS'] ?? 6);

let app: IdleApp;
let retailerId: string;
let brandId: string;
beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());

async function upsert(definition: Criteria, options: { dryRun?: boolean; name?: string } = {}): Promise<UpsertResult> {
  const { dryRun = false, name = 'tested' } = options;
  const [result] = await app.get(SegmentationService).upsert(brandId, [{ name, criteria: { ...definition } }], dryRun);
  if (!result) throw new Error('no result');
  return result;
}

async function save(definition: Criteria): Promise<UpsertResult> {
  const result = await upsert(definition);
  await app.evaluate(retailerId, result.id);
  return result;
}

/** Ids of the customers who entered or left the segment at the instant of its latest evaluation. */
async function moved(segmentId: string, kind: 'entered' | 'left'): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `SELECT customer_id AS id FROM segment_transitions
      WHERE segment_id = $1 AND kind = $2 AND at = (SELECT evaluated_at FROM segments WHERE id = $1) ORDER BY 1`,
    [segmentId, kind],
  );
  return rows.map(({ id }) => id);
}

describe('a dry run', () => {
  it('names exactly the customers who enter and leave when the segment is saved, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 25, maxLength: 25 }),
        fc.array(criteria, { minLength: 5, maxLength: 5 }),
        async (people, definitions) => {
          await populate(app, retailerId, people);
          for (const definition of definitions) {
            const before = await everything();
            const said = await upsert(definition, { dryRun: true });
            expect(await everything()).toEqual(before);
            const done = await save(definition);
            expect({ ...done, sample: said.sample }).toEqual(said);
            if (done.outcome === 'unchanged') continue;
            const [entered, left] = [await moved(done.id, 'entered'), await moved(done.id, 'left')];
            expect([entered.length, left.length]).toEqual([said.entered, said.left]);
            expect(said.sample?.entered.map(({ customerId }) => customerId)).toEqual(entered.slice(0, 10));
            expect(said.sample?.left.map(({ customerId }) => customerId)).toEqual(left.slice(0, 10));
          }
        },
      ),
      { numRuns: ROUNDS },
    );
  });
});

async function everything(): Promise<object[]> {
  const tables = ['segments', 'segment_memberships', 'segment_transitions', 'segment_events', 'rfm_runs'];
  return Promise.all(tables.map((table) => app.sql(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)));
}

const buyer = (orders: number, net = 10_0000n) => ({
  email: null,
  country: null,
  marketing: 'unknown' as const,
  orders: Array.from({ length: orders }, (_, index) => ({
    at: Date.UTC(2026, 0, 1) + index * DAY,
    net,
    counted: true,
    products: [],
    billingCountry: null,
  })),
});

describe('fifths', () => {
  it('are computed with the first segment that needs them, stored with their run, and changed by a new run', async () => {
    await populate(
      app,
      retailerId,
      [1, 2, 3, 4, 5, 5, 5, 5, 5, 5].map((orders) => buyer(orders)),
    );
    const first = await save({ rfm: { frequency: [5, 5] } });
    // Of 1 2 3 4 5 5 5 5 5 5 the fifths end at 2, 4, 5 and 5: nobody is above the last.
    expect(first.entered).toBe(0);
    const runs = () =>
      app.sql<{ boundaries: { frequency: number[] } }>(`SELECT boundaries FROM rfm_runs ORDER BY computed_at`);
    expect((await runs()).map(({ boundaries }) => boundaries.frequency)).toEqual([[2, 4, 5, 5]]);
    expect((await save({ rfm: { frequency: [3, 5] } })).entered).toBe(6);

    await app.sql(
      `UPDATE customers SET orders_count = CASE WHEN external_id::int < 8 THEN 5 ELSE 10 END WHERE external_id::int >= 2`,
    );
    await given(app).changed('x');
    await app.workChanges(retailerId);
    expect(await runs()).toHaveLength(1);
    await app.get(RfmHandler).run({ retailerId });
    expect((await runs()).map(({ boundaries }) => boundaries.frequency)).toEqual([
      [2, 4, 5, 5],
      [2, 5, 5, 5],
    ]);
    await app.evaluate(retailerId, first.id);
    // By the new run five orders are the second fifth, and only the two who ordered more stay.
    expect(await moved(first.id, 'left')).toHaveLength(6);
    const causes = await app.sql(`SELECT DISTINCT cause FROM segment_transitions WHERE kind = 'left'`);
    expect(causes).toEqual([{ cause: 'rfm' }]);
  });

  it('of a run without customers contain nobody, and are computed again after the first order', async () => {
    await populate(app, retailerId, [buyer(0)]);
    const { id } = await save({ rfm: { recency: [1, 1] } });
    expect(await app.get(RfmRepository).retailersDue()).toEqual([]);
    await given(app).set(Customer, { ordersCount: 1, firstOrderAt: new Date(), lastOrderAt: new Date() });
    await given(app).changed('x');
    await app.workChanges(retailerId);
    expect(await stored(app).rows(Transition)).toEqual([]);
    await given(app).set(Segment, { status: 'evaluating' });
    await app.evaluate(retailerId, id);
    expect(await stored(app).rows(Transition)).toEqual([]);
    expect(await app.get(RfmRepository).retailersDue()).toEqual([retailerId]);
  });

  it('of a past day are those of the run of that day', async () => {
    await populate(app, retailerId, [buyer(1), buyer(2)]);
    await save({ rfm: { frequency: [1, 1] } });
    await given(app).backdate(RfmRun, 'computedAt', '10 days');
    await app.sql(
      `INSERT INTO rfm_runs (retailer_id, brand_id, computed_at, customers, boundaries)
       SELECT retailer_id, brand_id, now() - interval '1 second', 2, boundaries || '{"frequency": [9, 9, 9, 9]}' FROM rfm_runs`,
    );
    const count = async (daysAgo: number): Promise<number> => {
      const asOf = new Date(Date.now() - daysAgo * DAY);
      return (await app.get(SegmentPreviewsService).preview(brandId, { rfm: { frequency: [1, 1] } }, asOf)).count;
    };
    expect([await count(0), await count(5), await count(20)]).toEqual([2, 1, 1]);
  });
});

describe('what is stored about a customer', () => {
  it('is shown and erased with all its tables, and others stay', async () => {
    await populate(app, retailerId, [buyer(1), buyer(1)]);
    await save({ lastOrderWithinDays: 36_500 });
    const [erased, kept] = [customerIdOf(retailerId, 0), customerIdOf(retailerId, 1)];
    const source = app.get(SegmentationPersonalDataService);
    const person = { retailerId, customerIds: [erased], externalIds: [], emails: [], phones: [], orderIds: [] };
    const shown = await source.exportCustomer(app.get(Database).acrossRetailers, person);
    expect(shown['segmentMemberships']).toMatchObject([{ segment: 'tested', leftAt: null }]);
    await app.transaction((tx) => source.eraseCustomer(tx, person));
    const left = `SELECT customer_id AS id FROM segment_memberships UNION ALL SELECT customer_id FROM segment_transitions
      UNION ALL SELECT customer_id FROM segment_events UNION ALL SELECT customer_id FROM segment_next_changes`;
    expect(await app.sql(left)).toEqual([{ id: kept }, { id: kept }, { id: kept }, { id: kept }]);
  });
});

describe('definitions', () => {
  it('are read again only when a segment has changed', async () => {
    await given(app).delete(Segment);
    await save({ minOrders: 1 });
    await upsert({ minOrders: 1 }, { name: 'second' });
    const read = () => app.transaction(async (tx) => (await app.get(LiveDefinitionsService).of(tx, retailerId)).all[0]);
    const changes = [
      `UPDATE segments SET criteria = '{"minOrders": 2}'`,
      `UPDATE segments SET status = 'evaluating'`,
      `UPDATE segments SET evaluation_cursor = id`,
      `UPDATE segments SET status = 'ready', evaluation_cursor = NULL`,
      `UPDATE segments SET status = 'deleting'`,
    ];
    for (const change of changes) {
      const before = await read();
      expect(await read()).toBe(before);
      await app.sql(change);
      const after = await read();
      expect(after).not.toBe(before);
      expect([undefined, 'all(minOrders:2)']).toContain(after?.criteria.canonical);
    }
  });
});

describe('a segment that is deleted and created again under the same name', () => {
  it('is evaluated by its new criteria, although its id and version are the same', async () => {
    await populate(app, retailerId, [buyer(1), buyer(3)]);
    const service = app.get(SegmentationService);
    const change = async () => {
      await given(app).changed('x');
      await app.workChanges(retailerId);
      const rows = await app.sql<{ id: string }>(
        `SELECT c.external_id AS id FROM segment_memberships m
           JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id WHERE left_at IS NULL`,
      );
      return rows.map(({ id }) => id);
    };
    const first = await save({ maxOrders: 1 });
    expect(await change()).toEqual(['0']);
    await service.delete(first.id);
    const second = await save({ minOrders: 2 });
    expect(second.id).toBe(first.id);
    expect(await change()).toEqual(['1']);
  });
});
