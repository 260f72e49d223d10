import { randomUUID } from 'node:crypto';
import { Database } from '#libs/database';
import { monthOf } from '#libs/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import type { AppConfig } from '../../src/config/app-config.js';
import { createDataSource } from '../../src/database/data-source.js';
import { distribute } from '../../src/database/distribute.js';
import { monthName } from '../../src/database/migrations/ageing/by-month.js';
import { differences, migrate } from '../../src/database/migrate.js';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import { EmailService } from '../../src/email/email.service.js';
import { messageRowId } from '../../src/email/ledger/message-id.js';
import { LedgerRepository } from '../../src/email/ledger/ledger.repository.js';
import { MONTH_OF_IDS } from '../../src/email/ledger/messages.sql.js';
import { SendingMonthsRepository } from '../../src/email/ledger/sending-months.repository.js';
import { EmailOpen } from '../../src/links/clicks/email-open.entity.js';
import { ClicksRepository } from '../../src/links/clicks/clicks.repository.js';
import { LinkClick } from '../../src/links/clicks/link-click.entity.js';
import { MONTH_TABLES } from '../../src/months/month-tables.js';
import { MonthsQueries } from '../../src/months/months.queries.js';
import { MonthsRepository } from '../../src/months/months.repository.js';
import { MonthsSweep } from '../../src/months/months.sweep.js';
import { Delivery, type DeliveryStatus } from '../../src/inbox/delivery.entity.js';
import type { NewDelivery } from '../../src/inbox/inbox.repository.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { Dispatch } from '../../src/email/ledger/dispatch.entity.js';
import { given, stored } from '../factories/given.js';
import { anOrder, json } from '../factories/wire.js';
import { type EmailStore, emailStore } from '../setup/email-scene.js';
import { IdleApp } from '../setup/idle-app.js';
import { expectMetric } from '../setup/metrics.js';
import { expectConsistency } from '../setup/store-state.js';
import { TestApp } from '../setup/test-app.js';
import { createDatabase, type RunsSql, TestDatabase } from '../setup/test-database.js';
import { installStore } from '../setup/webhooks.js';

/** The first moment of the month that is `away` from the present one. */
function monthAt(away: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away));
}

const partOf = (away: number, table = 'deliveries'): string =>
  `${table}_${monthAt(away).toISOString().slice(0, 7).replace('-', '_')}`;

const partitions = async (database: RunsSql, table = 'deliveries'): Promise<string[]> => {
  const rows = await database.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE $1 || '%' ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/** The partition of a row. On a cluster it is that of a shard, whose name ends with the number of the shard. */
const PART = `regexp_replace(tableoid::regclass::text, '_\\d{6,}$', '') AS part`;

/** The partition of each delivery, by the platform's id. */
const places = async (database: RunsSql): Promise<Record<string, string>> => {
  const rows = await database.sql<{ id: string; part: string }>(
    `SELECT delivery_id AS id, ${PART} FROM deliveries ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ id, part }) => [id, part]));
};

async function aSegment(database: RunsSql, retailerId: string, id: string): Promise<void> {
  await database.sql(
    `INSERT INTO retailers (id, platform, external_id, name, status, installed_at)
     VALUES ($1, 'platform-a', 'months.example', 'Months', 'installed', now())`,
    [retailerId],
  );
  await database.sql(`INSERT INTO brands (retailer_id, id, name) VALUES ($1, $1, 'Months')`, [retailerId]);
  await database.sql(
    `INSERT INTO segments (retailer_id, id, brand_id, name, criteria) VALUES ($1, $2, $1, 'All', '{}')`,
    [retailerId, id],
  );
}

describe('the months of the deliveries', () => {
  let app: IdleApp;
  let retailerId: string;
  beforeAll(async () => {
    app = await IdleApp.start();
    ({ retailerId } = await installStore(app));
  });
  afterAll(() => app?.stop());
  afterEach(async () => {
    await app.sql('TRUNCATE deliveries');
    for (const name of await partitions(app)) if (name < partOf(0)) await app.sql(`DROP TABLE ${name}`);
    await sweep();
  });

  const months = () => app.get(MonthsRepository);
  const sweep = () => app.get(MonthsSweep).sweep();
  const figures = async () => (await app.get(MonthsQueries).figures()).filter(({ table }) => table === 'deliveries');

  const aDelivery = (deliveryId: string, at = Date.now(), body: object = anOrder()): NewDelivery => ({
    retailerId,
    id: deliveryIdOf(retailerId, deliveryId, null, at),
    deliveryId,
    topic: 'orders/create',
    eventId: null,
    triggeredAt: null,
    body: Buffer.from(json(body)),
    bodyHash: null,
  });

  /** Makes the partition of a past month, as if the service had run then. */
  const past = (away: number) =>
    app.sql(
      `DO $$ BEGIN EXECUTE format('CREATE TABLE ${partOf(away)} PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)',
         month_bound('${monthAt(away).toISOString()}'::date, 'uuid'),
         month_bound('${monthAt(away + 1).toISOString()}'::date, 'uuid')); END $$`,
    );

  /** A delivery of a past month, which came at its middle. */
  async function old(deliveryId: string, away: number, status: DeliveryStatus = 'processed'): Promise<void> {
    const at = monthAt(away).getTime() + 14 * 86_400_000;
    await app.store([aDelivery(deliveryId, at)]);
    await app.sql('UPDATE deliveries SET received_at = $2, status = $3 WHERE delivery_id = $1', [
      deliveryId,
      new Date(at),
      status,
    ]);
  }

  it('take the deliveries of their time', async () => {
    await app.store([
      aDelivery('now'),
      aDelivery('next', monthAt(1).getTime()),
      aDelivery('later', monthAt(9).getTime()),
    ]);
    expect(await places(app)).toEqual({ now: partOf(0), next: partOf(1), later: 'deliveries_rest' });
  });

  it('begin in the database where the ids begin', async () => {
    const from = (away: number) => deliveryIdOf(retailerId, '', null, monthAt(away).getTime()).slice(0, 13);
    for (let away = -14; away < 14; away += 1) {
      const [row] = await app.sql<{ bound: string }>(`SELECT month_bound($1::date, 'uuid') AS bound`, [
        monthAt(away).toISOString(),
      ]);
      expect(row?.bound).toBe(`${from(away)}-0000-0000-000000000000`);
    }
  });

  it('are made ahead, and once', async () => {
    const all = await partitions(app);
    expect(all).toEqual([partOf(0), partOf(1), partOf(2), 'deliveries_rest']);
    await app.sql(`DROP TABLE ${partOf(2)}`);
    expect(await Promise.all([months().make(2), months().make(2)])).toContainEqual([partOf(2)]);
    expect(await partitions(app)).toEqual(all);
    expect(await figures()).toEqual([{ table: 'deliveries', ahead: 2, outside: 0 }]);
    expect(await months().make(2)).toEqual([]);
  });

  it('lose nothing while one is missing: the default partition catches its rows, which move there later', async () => {
    await app.sql(`DROP TABLE ${partOf(0)}`);
    const caught = [aDelivery('one'), aDelivery('two')];
    expect(await app.store(caught)).toBe(2);
    expect(await app.store(caught)).toBe(0);
    expect(await figures()).toEqual([{ table: 'deliveries', ahead: 2, outside: 2 }]);
    const before = await stored(app).rows(Delivery);
    await sweep();
    expect(await places(app)).toEqual({ one: partOf(0), two: partOf(0) });
    expect(await stored(app).rows(Delivery)).toEqual(before);
    expect(await app.store(caught)).toBe(0);
    expect(await figures()).toEqual([{ table: 'deliveries', ahead: 2, outside: 0 }]);
  });

  it('go as a whole when all their deliveries are old, except what has had no effect', async () => {
    for (const away of [-8, -7, -2, -1]) await past(away);
    await old('gone', -8);
    await old('failed', -8, 'failed');
    await old('waiting', -8, 'pending');
    await old('ignored', -7, 'ignored');
    await old('kept', -2);
    await old('last', -1);
    await app.store([aDelivery('now')]);
    await sweep();
    expect(await partitions(app)).toEqual(
      [partOf(-2), partOf(-1), partOf(0), partOf(1), partOf(2), 'deliveries_rest'].sort(),
    );
    expect(await places(app)).toEqual({
      failed: 'deliveries_rest',
      kept: partOf(-2),
      last: partOf(-1),
      now: partOf(0),
      waiting: 'deliveries_rest',
    });
    expect(await figures()).toEqual([{ table: 'deliveries', ahead: 2, outside: 0 }]);
    await app.workInbox();
    await sweep();
    expect(Object.keys(await places(app)).sort()).toEqual(['failed', 'kept', 'last', 'now']);
  });

  it('stay as long as one of their deliveries is too young', async () => {
    await past(-8);
    await old('late', -8);
    await app.sql('UPDATE deliveries SET received_at = now()');
    expect(await months().dropOldest('deliveries', 90)).toBeNull();
    expect(await places(app)).toEqual({ late: partOf(-8) });
  });

  it('can not go before 31 days, whoever asks', async () => {
    await expect(months().dropOldest('deliveries', 30)).rejects.toMatchObject({ code: '22023' });
  });

  it('make nobody wait longer than a moment, and try again later', async () => {
    await past(-8);
    await old('gone', -8);
    await app.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM deliveries');
      await expect(months().dropOldest('deliveries', 90)).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await places(app)).toEqual({ gone: partOf(-8) });
    // Postgres reports an error before the failed transaction gives its locks back.
    await expect.poll(() => months().dropOldest('deliveries', 90)).toBe(partOf(-8));
  });

  it('count an order once whose delivery comes again under another id', async () => {
    await past(-1);
    const body = anOrder({ customerId: 31 });
    const customer = () => stored(app).rows(Customer, { externalId: '31' });
    await app.store([aDelivery('again', monthAt(-1).getTime(), body)]);
    await app.workInbox();
    const before = await customer();
    expect(await app.store([aDelivery('again', Date.now(), body)])).toBe(1);
    await app.workInbox();
    expect(await stored(app).rows(Delivery, { status: 'processed' })).toHaveLength(2);
    expect(await customer()).toEqual(before);
    expect(before).toMatchObject([{ ordersCount: 1 }]);
    await expectConsistency(app);
  });

  it('let a statement about one delivery look into one of them', async () => {
    const { id } = aDelivery('one');
    const plan = await app.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT 1 FROM deliveries WHERE retailer_id = '${retailerId}' AND id = '${id}'`,
    );
    const read = plan.flatMap((line) => /on (deliveries\w*?)(?:_\d{6,})?\b/.exec(line['QUERY PLAN'])?.[1] ?? []);
    expect(read).toEqual([partOf(0)]);
  });
});

describe('the metrics of a running service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app?.stop());

  it('say how many months are ahead, and what fell outside', async () => {
    await expectMetric(app, /^rekindle_months_ahead\{.*table="deliveries".*\} 2$/m);
    await expectMetric(app, /^rekindle_rows_outside_months\{.*table="deliveries".*\} 0$/m);
  });
});

describe('the months of the transitions', () => {
  const TABLE = 'segment_transitions';
  let app: IdleApp;
  const [retailerId, segmentId] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    app = await IdleApp.start({ SEGMENT_TRANSITIONS_KEPT_DAYS: '400' });
    await aSegment(app, retailerId, segmentId);
  });
  afterAll(() => app?.stop());

  const past = (away: number) =>
    app.sql(
      `CREATE TABLE ${partOf(away, TABLE)} PARTITION OF ${TABLE}
         FOR VALUES FROM ('${monthAt(away).toISOString()}') TO ('${monthAt(away + 1).toISOString()}')`,
    );
  const moved = (at: Date, kind = 'entered') =>
    app.sql(`INSERT INTO ${TABLE} VALUES ($1, $2, gen_random_uuid(), $3, $4, 'clock')`, [
      retailerId,
      segmentId,
      at,
      kind,
    ]);

  it('take the transitions of their time, are made ahead, and go once all in them is old enough', async () => {
    expect(await partitions(app, TABLE)).toEqual([0, 1, 2].map((away) => partOf(away, TABLE)).concat(`${TABLE}_rest`));
    for (const away of [-15, -14, -3]) {
      await past(away);
      await moved(new Date(monthAt(away).getTime() + 86_400_000));
    }
    await moved(new Date(monthAt(-20).getTime()));
    await app.get(MonthsSweep).sweep();
    const left = await app.sql<{ part: string }>(`SELECT ${PART} FROM ${TABLE} ORDER BY at`);
    expect(left.map(({ part }) => part)).toEqual([partOf(-3, TABLE)]);
    expect(await partitions(app, TABLE)).not.toContain(partOf(-14, TABLE));
  });

  it('stay where nobody has set for how long they are kept, and can not go before a year', async () => {
    const kept = MONTH_TABLES.find(({ name }) => name === TABLE)?.keptDays({} as AppConfig);
    expect(kept).toBeUndefined();
    await expect(app.get(MonthsRepository).dropOldest(TABLE, 365)).rejects.toMatchObject({ code: '22023' });
    await expect(app.get(MonthsRepository).dropOldest('customers', 400)).rejects.toMatchObject({ code: '22023' });
  });

  it('say since when the past of a segment is recorded', async () => {
    const since = () =>
      app.get(MembershipRepository).recordedSince(app.get(Database).of(retailerId), { retailerId, id: segmentId });
    expect(await since()).toBe(monthAt(-3).getTime());
    await app.sql(`ALTER TABLE ${partOf(-3, TABLE)} RENAME TO ${TABLE}_until_${partOf(-3, '').slice(1)}`);
    expect(await since()).toBe(-Infinity);
  });
});

describe('the months of the clicks and opens', () => {
  let app: IdleApp;
  const [retailerId, customerId] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    app = await IdleApp.start();
    await aSegment(app, retailerId, randomUUID());
  });
  afterAll(() => app?.stop());

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const clicked = (messageId: string, number: number, clickedAt: Date) =>
    given(app).insert(LinkClick, {
      retailerId,
      messageId,
      number,
      linkId: 'link',
      executionId: messageId,
      stepId: 'one',
      customerId,
      clickedAt,
      secondsAfterSent: 1,
      method: 'GET',
      agent: 'browser',
      prefetch: false,
      trap: false,
    });
  const clicks = async () =>
    (await stored(app).rows(LinkClick, {}, 'number')).map(({ number }) => number).toSorted((a, b) => a - b);

  it('go once all in them are over 400 days old, and take no later click on the same email along', async () => {
    const message = randomUUID();
    for (const away of [-16, -15, -3]) {
      await app.sql(
        `CREATE TABLE ${partOf(away, 'link_clicks')} PARTITION OF link_clicks
           FOR VALUES FROM ('${monthAt(away).toISOString()}') TO ('${monthAt(away + 1).toISOString()}')`,
      );
    }
    for (const [index, away] of [-16, -15, -3, 0].entries()) await clicked(message, index + 1, monthAt(away));
    await app.transaction(async (tx) => {
      await tx.query('SELECT FROM retailers');
      await app.get(MonthsSweep).sweep();
    });
    expect(await clicks()).toEqual([3, 4]);
    expect(await partitions(app, 'link_clicks')).toEqual(
      [-3, 0, 1, 2].map((away) => partOf(away, 'link_clicks')).concat('link_clicks_rest'),
    );
    const found = await app.transaction((tx) => app.get(ClicksRepository).ofMessages(tx, retailerId, [message]));
    expect(found.map(({ number }) => number)).toEqual([3, 4]);
    await given(app).delete(LinkClick);
  });

  it('are left to the sweep of links for rows that no month takes along', async () => {
    await app.sql(
      `CREATE TABLE link_clicks_until_2020_01 PARTITION OF link_clicks FOR VALUES FROM (MINVALUE) TO ($1)`.replace(
        '$1',
        `'${daysAgo(420).toISOString()}'`,
      ),
    );
    await clicked(randomUUID(), 1, daysAgo(433));
    await clicked(randomUUID(), 2, daysAgo(431));
    await app.get(ClicksRepository).deleteBefore(daysAgo(432));
    expect(await clicks()).toEqual([2]);
  });

  it('keep the first open of an email, in whatever month the next one is', async () => {
    const messageId = randomUUID();
    const open = (openedAt: Date) =>
      app.transaction((tx) =>
        app.get(ClicksRepository).open(tx, { retailerId, messageId, executionId: messageId, customerId, openedAt }),
      );
    const first = monthAt(0);
    await open(first);
    await open(monthAt(1));
    expect(await stored(app).rows(EmailOpen, { retailerId }, 'openedAt')).toEqual([{ openedAt: first }]);
  });
});

describe('the months of the messages', () => {
  let app: IdleApp;
  let store: EmailStore;
  beforeAll(async () => {
    app = await IdleApp.start();
    store = await emailStore(app);
  });
  afterAll(() => app?.stop());

  const customerId = randomUUID();
  const dispatch = (executionId: string) => ({
    retailerId: store.retailerId,
    executionId,
    brandId: store.brandId,
    mode: 'live' as const,
    segmentId: null,
    frequencyCap: null,
    quietHours: null,
    timeZone: null,
    conditions: null,
  });
  /** Opens the dispatch and plans a step for the customer, as a worker does. Returns how many rows were new. */
  const plan = (executionId: string, stepId: string, fail = false): Promise<number> =>
    app.transaction(async (tx) => {
      const email = app.get(EmailService);
      await email.open(tx, dispatch(executionId));
      const message = { stepId, templateId: store.templateId, customerId, sendAt: new Date() };
      const written = await email.enqueue(tx, store.retailerId, executionId, [message]);
      if (fail) throw new Error('the worker died');
      return written;
    });
  /** The dispatch was opened in a past month, or before messages had months. */
  const openedIn = (executionId: string, idMonth: number | null) =>
    given(app).insert(Dispatch, { ...dispatch(executionId), idMonth });
  const partsOf = (executionId: string) =>
    app.sql<{ part: string; step: string }>(
      `SELECT step_id AS step, ${PART} FROM messages WHERE execution_id = $1 ORDER BY 1`,
      [executionId],
    );
  const past = (away: number) => {
    const [from, to] = [away, away + 1].map((month) => monthOf(monthAt(month).getTime()).toString(16));
    return app.sql(
      `CREATE TABLE ${partOf(away, 'messages')} PARTITION OF messages
         FOR VALUES FROM ('00000000-${from}-0000-0000-000000000000') TO ('00000000-${to}-0000-0000-000000000000')`,
    );
  };

  it('take the messages of the dispatches that are opened in them, each step and recipient once', async () => {
    const executionId = randomUUID();
    expect(await Promise.all([plan(executionId, 'a'), plan(executionId, 'a')]).then((all) => all.toSorted())).toEqual([
      0, 1,
    ]);
    expect(await plan(executionId, 'a')).toBe(0);
    expect(await plan(executionId, 'b')).toBe(1);
    const part = partOf(0, 'messages');
    expect(await partsOf(executionId)).toEqual([
      { step: 'a', part },
      { step: 'b', part },
    ]);
  });

  it('keep the later steps of a dispatch, which are planned once also after the end of its month', async () => {
    await past(-2);
    const executionId = randomUUID();
    await openedIn(executionId, monthOf(monthAt(-2).getTime()));
    expect(await plan(executionId, 'a')).toBe(1);
    await expect(plan(executionId, 'b', true)).rejects.toThrow('died');
    expect(await plan(executionId, 'a')).toBe(0);
    expect(await plan(executionId, 'b')).toBe(1);
    const part = partOf(-2, 'messages');
    expect(await partsOf(executionId)).toEqual([
      { step: 'a', part },
      { step: 'b', part },
    ]);
  });

  it('leave a dispatch of the time before with the ids that it has', async () => {
    const executionId = randomUUID();
    await openedIn(executionId, null);
    const id = messageRowId({ ...dispatch(executionId), idMonth: null }, 'a', customerId);
    expect(id).not.toMatch(/^00000000/);
    await app.sql(
      `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, due_at)
       VALUES ($1, $2, $3, 'a', $4, $5, now())`,
      [store.retailerId, executionId, id, store.templateId, customerId],
    );
    expect(await plan(executionId, 'a')).toBe(0);
    expect(await plan(executionId, 'b')).toBe(1);
    expect((await partsOf(executionId)).map(({ part }) => part)).toEqual(['messages_other', 'messages_other']);
  });

  it('count for a frequency cap by the day of sending, however old the dispatch is', async () => {
    await past(-5);
    const [executionId, idMonth] = [randomUUID(), monthOf(monthAt(-5).getTime())];
    const { retailerId, brandId } = store;
    await openedIn(executionId, idMonth);
    await plan(executionId, 'a');
    const messages = app.get(SendingMonthsRepository);
    await messages.mark([{ retailerId, idMonth: monthOf(Date.now()) }]);
    await app.sql(`UPDATE messages SET status = 'sent', sent_at = now() WHERE execution_id = $1`, [executionId]);
    const recent = () =>
      app.transaction((tx) =>
        app
          .get(LedgerRepository)
          .recentEmails(tx, retailerId, brandId, [customerId], new Date(Date.now() - 86_400_000)),
      );
    expect(await recent()).toEqual(new Map());
    await messages.mark([{ retailerId, idMonth }]);
    await messages.mark([{ retailerId, idMonth }]);
    expect(await recent()).toEqual(new Map([[customerId, 1]]));
  });

  it('are never dropped', async () => {
    await expect(app.get(MonthsRepository).dropOldest('messages', 4_000)).rejects.toMatchObject({ code: '22023' });
  });
});

describe('a database of the version before', () => {
  let url: string;
  let database: TestDatabase;
  beforeAll(async () => {
    url = await createDatabase();
    database = new TestDatabase(url);
  });
  afterAll(() => database.end());

  const RETAILER = randomUUID();
  const SEGMENT = randomUUID();
  const TABLES = ['deliveries', 'segment_transitions', 'link_clicks', 'email_opens', 'messages'];
  /** The statements of that version. */
  const insert = (from: number, to: number) =>
    database.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body)
       SELECT $1, md5(n::text)::uuid, 'orders/create', n::text, '{}' FROM generate_series($2::int, $3::int) AS n
       ON CONFLICT (retailer_id, id) DO NOTHING RETURNING id`,
      [RETAILER, from, to],
    );
  const move = (at: Date) =>
    database.sql(
      `INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, $2, md5(n::text)::uuid, $3, 'entered', 'clock' FROM generate_series(1, 20) AS n RETURNING 1`,
      [RETAILER, SEGMENT, at],
    );
  const click = (at: Date) =>
    database.sql(
      `WITH opened AS (
         INSERT INTO email_opens (retailer_id, message_id, execution_id, opened_at)
         SELECT $1, md5(n::text || $2::text)::uuid, $1, $2::timestamptz FROM generate_series(1, 5) n)
       INSERT INTO link_clicks (retailer_id, message_id, number, link_id, execution_id, step_id, clicked_at,
                                seconds_after_sent, method, agent, prefetch, trap)
       SELECT $1, md5(n::text || $2::text)::uuid, 1, 'link', $1, 'one', $2::timestamptz, 1, 'GET', 'browser', false, false
         FROM generate_series(1, 5) n RETURNING 1`,
      [RETAILER, at.toISOString()],
    );
  const dispatch = async () => {
    await database.sql(
      `INSERT INTO dispatches (retailer_id, execution_id, brand_id, mode) VALUES ($1, $1, $1, 'live')`,
      [RETAILER],
    );
    await database.sql(
      `INSERT INTO email_templates (retailer_id, id, brand_id, subject, html, text) VALUES ($1, $1, $1, '', '', '')`,
      [RETAILER],
    );
  };
  const plan = (from: number, to: number) =>
    database.sql(
      `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, due_at)
       SELECT $1, $1, md5('message' || n)::uuid, 'one', $1, now() FROM generate_series($2::int, $3::int) n
       ON CONFLICT (retailer_id, id) DO NOTHING RETURNING 1`,
      [RETAILER, from, to],
    );
  const report = () =>
    database.sql(
      `INSERT INTO email_events (retailer_id, id, message_id, type, occurred_at)
       SELECT retailer_id, gen_random_uuid(), id, 'delivered', now() FROM messages WHERE retailer_id = $1 ORDER BY id LIMIT 1
       RETURNING 1`,
      [RETAILER],
    );
  /** The partition of the stored messages: in the last week of a month, it is named after the next one. */
  const messagesBefore = () => `messages_until_${monthName(new Date(Date.now() + 7 * 86_400_000))}`;
  const rows = () =>
    Promise.all(
      TABLES.map((table) => database.sql(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`)),
    );
  const grants = () =>
    database.sql(
      `SELECT table_name, grantee, privilege_type FROM information_schema.role_table_grants
        WHERE table_name = ANY ($1) ORDER BY 1, 2, 3`,
      [TABLES],
    );
  const policies = () =>
    database.sql(
      `SELECT tablename, policyname, roles, qual FROM pg_policies WHERE tablename = ANY ($1) ORDER BY 1, 2`,
      [TABLES],
    );

  it('keeps its rows, its rights and its policies, and goes on writing', async () => {
    const rights = [await grants(), await policies()];
    await takeBack();
    expect(await guard()).toEqual([]);
    if (inject('nodes').length > 1) await distribute(url);
    await aSegment(database, RETAILER, SEGMENT);
    await insert(1, 500);
    await move(new Date('2021-05-01T10:00:00Z'));
    await move(new Date());
    await click(new Date('2026-01-05T10:00:00Z'));
    await dispatch();
    await plan(1, 30);
    await report();
    const before = await rows();
    expect(before.map(({ length }) => length)).toEqual([500, 40, 5, 5, 30]);

    expect(await migrate(url)).toEqual(
      expect.arrayContaining([
        'DeliveriesByMonth1763990000440',
        'TransitionsByMonth1763990000480',
        'ClicksByMonth1763990000490',
        'MessagesByMonth1763990000500',
      ]),
    );
    expect(await rows()).toEqual(before);
    expect([await grants(), await policies()]).toEqual(rights);
    expect(await database.sql(`SELECT 1 FROM pg_constraint WHERE conname LIKE '%\\_of\\_before'`)).toEqual([]);
    expect(await differences(url)).toEqual([]);

    expect(await insert(400, 600)).toHaveLength(100);
    expect(await move(new Date())).toHaveLength(20);
    expect(await click(new Date())).toHaveLength(5);
    expect(await plan(20, 40)).toHaveLength(10);
    expect(await report()).toHaveLength(1);
    const until = partOf(0).replace('deliveries_', 'deliveries_until_');
    expect(new Set(Object.values(await places(database)))).toEqual(new Set([until]));
    const [stored, ...others] = (await partitions(database, 'segment_transitions')).filter((name) =>
      name.includes('until'),
    );
    expect(others).toEqual([]);
    expect(await database.sql(`SELECT DISTINCT ${PART} FROM segment_transitions`)).toEqual([{ part: stored }]);
    const figures = await database.sql<{ ahead: number; outside: number }>(
      'SELECT ahead, outside FROM month_figures()',
    );
    expect(await database.sql(`SELECT DISTINCT ${PART} FROM messages`)).toEqual([{ part: messagesBefore() }]);
    const [opened] = await database.sql<{ month: number | null }>(MONTH_OF_IDS);
    expect(opened).toEqual({ month: null });
    await database.sql(`ALTER TABLE ${messagesBefore()} RENAME TO messages_until_2026_01`);
    expect(await database.sql(MONTH_OF_IDS)).toEqual([{ month: monthOf(Date.now()) }]);
    expect(figures).toEqual(TABLES.map(() => ({ ahead: 2, outside: 0 })));
  });

  /** Reverts the first migration to months, and all after it. */
  async function takeBack(): Promise<void> {
    const applied = await database.sql('SELECT 1 FROM migrations WHERE timestamp >= 1763990000440');
    const dataSource = await createDataSource(url).initialize();
    for (const _ of applied) await dataSource.undoLastMigration({ transaction: 'all' });
    await dataSource.destroy();
  }

  /** Guards the plain tables, as that version did. Returns those that are not plain or not guarded. */
  async function guard(): Promise<unknown[]> {
    const setting = `current_setting('rekindle.retailer')::uuid`;
    // Citus refuses a policy with a subquery.
    const retailer = inject('nodes').length > 1 ? setting : `(SELECT ${setting})`;
    for (const table of TABLES) {
      for (const role of ['service', 'tenant']) {
        await database.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO rekindle_${role}`);
      }
      await database.sql(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await database.sql(`CREATE POLICY service ON ${table} TO rekindle_service USING (true)`);
      await database.sql(`CREATE POLICY tenant ON ${table} TO rekindle_tenant USING (retailer_id = ${retailer})`);
    }
    return database.sql(
      `SELECT relname FROM pg_class WHERE relname = ANY ($1) AND NOT (relrowsecurity AND relkind = 'r')`,
      [TABLES],
    );
  }
});
