import { randomUUID } from 'node:crypto';
import type { Tx } from '#libs/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import {
  type SegmentEventConsumer,
  SegmentEventConsumersService,
  type SegmentTransition,
} from '../../src/segmentation/events/segment-event-consumers.service.js';
import { SegmentEvent } from '../../src/segmentation/events/segment-event.entity.js';
import { SegmentEventsHandler } from '../../src/segmentation/events/segment-events.handler.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let segmentId: string;
beforeEach(async () => {
  app = await IdleApp.start();
  const store = await installStore(app);
  retailerId = store.retailerId;
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id) SELECT $1, gen_random_uuid(), n::text FROM generate_series(1, 700) n`,
    [retailerId],
  );
  await app.sql(`CREATE TABLE heard (seq bigint PRIMARY KEY, customer_id uuid, kind text, place serial)`);
  await app.sql(`GRANT ALL ON heard TO PUBLIC`);
  await app.sql(`GRANT ALL ON SEQUENCE heard_place_seq TO PUBLIC`);
  await defineSegments(app, store, { buyers: { minOrders: 1 } });
  const [segment] = await stored(app).rows(Segment, {}, 'id');
  segmentId = segment?.id ?? '';
  await app.evaluate(retailerId, segmentId);
});
afterEach(() => app.stop());

/** Inserts each event in the transaction, as a consumer has to. A repeated event would violate the primary key. */
class Listener implements SegmentEventConsumer {
  private calls = 0;

  constructor(private readonly fails: (call: number) => boolean = () => false) {}

  async consume(tx: Tx, _retailerId: string, events: readonly SegmentTransition[]): Promise<void> {
    this.calls += 1;
    for (const { seq, customerId, kind } of events) {
      await tx.execute(`INSERT INTO heard (seq, customer_id, kind) VALUES ($1, $2, $3)`, [seq, customerId, kind]);
    }
    if (this.fails(this.calls)) throw new Error('the consumer failed after its work');
  }
}

async function ordersOfAll(count: number): Promise<void> {
  await given(app).set(Customer, { ordersCount: count });
  await given(app).changed(randomUUID());
  await app.workChanges(retailerId);
}

const publish = (): Promise<void> => app.get(SegmentEventsHandler).publish({ retailerId });

/** The kinds of a customer's events in order, each list with its number of customers. */
const stories = (): Promise<{ story: string; customers: number }[]> =>
  app.sql(
    `SELECT story, count(*)::int AS customers FROM (
       SELECT string_agg(kind, ' ' ORDER BY place) AS story FROM heard GROUP BY customer_id) s GROUP BY story`,
  );

describe('events of segments', () => {
  it('are consumed once and in order, even if the consumer fails repeatedly', async () => {
    app.get(SegmentEventConsumersService).register(new Listener((call) => call % 2 === 1));
    await ordersOfAll(1);
    await ordersOfAll(0);
    await ordersOfAll(2);
    for (let tries = 0; tries < 12; tries += 1) await publish().catch(() => undefined);
    expect(await stories()).toEqual([{ story: 'entered left entered', customers: 700 }]);
    expect(await stored(app).rows(SegmentEvent)).toEqual([]);
  });

  it('are consumed once by many workers, while more are written', async () => {
    app.get(SegmentEventConsumersService).register(new Listener());
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([ordersOfAll(round % 2 === 0 ? 1 : 0), publish(), publish(), publish()]);
    }
    await Promise.all([publish(), publish()]);
    expect(await stories()).toEqual([{ story: 'entered left entered left', customers: 700 }]);
    expect(await app.sql(`SELECT seq FROM heard ORDER BY place`)).toEqual(
      await app.sql(`SELECT seq FROM heard ORDER BY seq`),
    );
  });

  it('are dropped if the segment was deleted', async () => {
    app.get(SegmentEventConsumersService).register(new Listener());
    await ordersOfAll(1);
    await given(app).set(Segment, { status: 'deleting' });
    await publish();
    expect(await stories()).toEqual([]);
    expect(await stored(app).rows(SegmentEvent)).toEqual([]);
  });

  it('are exactly the transitions, whatever makes them', async () => {
    await ordersOfAll(1);
    await given(app).set(Segment, { criteria: { minOrders: 2 }, version: 2, status: 'evaluating' });
    await app.evaluate(retailerId, segmentId);
    const columns = 'segment_id, customer_id, kind, cause, at';
    const [differing] = await app.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM (
         (SELECT ${columns} FROM segment_events EXCEPT ALL SELECT ${columns} FROM segment_transitions) UNION ALL
         (SELECT ${columns} FROM segment_transitions EXCEPT ALL SELECT ${columns} FROM segment_events)) d`,
    );
    expect(differing?.n).toBe(0);
    expect(await stored(app).rows(SegmentEvent)).toHaveLength(1_400);
  });
});
