import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomerChange } from '../../src/commerce/model/customer-change.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { SegmentEvent } from '../../src/segmentation/events/segment-event.entity.js';
import { SegmentMembersService } from '../../src/segmentation/membership/segment-members.service.js';
import { SegmentationService } from '../../src/segmentation/segments/segmentation.service.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

const CUSTOMERS = 50_001;

let app: IdleApp;
let store: { retailerId: string; brandId: string };
beforeAll(async () => {
  app = await IdleApp.start();
  store = await installStore(app);
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent, first_order_at, last_order_at)
     SELECT $1, gen_random_uuid(), n::text, 1, n, now(), now() FROM generate_series(1, $2) AS n`,
    [store.retailerId, CUSTOMERS],
  );
});
afterAll(() => app.stop());

async function define(name: string): Promise<string> {
  const [saved] = await upsert(name);
  await app.evaluate(store.retailerId, saved?.id ?? '');
  return saved?.id ?? '';
}

const upsert = (name: string, criteria: Record<string, unknown> = { lastOrderWithinDays: 30 }) =>
  app.get(SegmentationService).upsert(store.brandId, [{ name, criteria }], false);

/** How many rows of the segment each table has. */
async function rows(segmentId: string): Promise<Record<string, number>> {
  const [counts] = await app.sql<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM segment_memberships WHERE segment_id = $1) AS memberships,
            (SELECT count(*)::int FROM segment_transitions WHERE segment_id = $1) AS transitions,
            (SELECT count(*)::int FROM segment_next_changes WHERE segment_id = $1) AS "nextChanges"`,
    [segmentId],
  );
  return counts ?? {};
}

const all = (count: number) => ({ memberships: count, transitions: count, nextChanges: count });

describe('the deletion of a segment', () => {
  it('runs slice by slice, hides the segment at once and frees its name at the end', async () => {
    const [deleted, kept] = [await define('deleted'), await define('kept')];
    expect(await rows(deleted)).toEqual(all(CUSTOMERS));
    const service = app.get(SegmentationService);
    const lastId = (await app.sql<{ id: string }>(`SELECT id FROM customers ORDER BY id DESC LIMIT 1`))[0]?.id ?? '';
    const lastRow = `SELECT FROM segment_memberships WHERE retailer_id = '${store.retailerId}'
                        AND segment_id = '${deleted}' AND customer_id = '${lastId}' FOR UPDATE`;
    await app.database.heldUp(
      lastRow,
      async () => {
        const deleting = service.delete(deleted);
        // The first slice is deleted, the second waits for the row.
        await app.database.waiting(1);
        await given(app).set(Customer, { ordersCount: 0, lastOrderAt: null }, { id: lastId });
        await given(app).insert(CustomerChange, { retailerId: store.retailerId, customerId: lastId, cause: 'x' });
        await Promise.all([deleting, app.workChanges(store.retailerId)]);
      },
      async () => {
        expect(await rows(deleted)).toEqual(all(1));
        await expect(service.get(deleted)).rejects.toMatchObject({ code: 'not_found' });
        await expect(service.delete(deleted)).rejects.toMatchObject({ code: 'not_found' });
        await expect(upsert('deleted')).rejects.toMatchObject({ code: 'segment_being_deleted' });
        expect((await service.list(store.brandId, 10)).items.map(({ name }) => name)).toEqual(['kept']);
        expect((await service.namesOf(store.retailerId, [lastId])).get(lastId)).toEqual(['kept']);
      },
    );
    expect(await rows(deleted)).toEqual(all(0));
    expect(await stored(app).rows(SegmentEvent, { segmentId: deleted })).toEqual([]);
    // The remaining segment has a transition for the change that happened during the deletion.
    expect(await rows(kept)).toMatchObject({ memberships: CUSTOMERS, transitions: CUSTOMERS + 1 });
    expect(await upsert('deleted')).toMatchObject([{ outcome: 'created', entered: CUSTOMERS - 1 }]);
  });

  it('aborts a CSV file of its members instead of ending it as if it were complete', async () => {
    const id = await define('listed');
    const lines = (await app.get(SegmentMembersService).csv(id, undefined))[Symbol.asyncIterator]();
    for (let pages = 0; pages < 3; pages += 1) expect((await lines.next()).done).toBe(false);
    await app.get(SegmentationService).delete(id);
    await expect(lines.next()).rejects.toMatchObject({ code: 'not_found' });
  });
});
