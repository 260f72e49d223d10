import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '#libs/database';
import { EventLogRepository } from '../../src/events/log/event-log.repository.js';
import { EventLogService } from '../../src/events/log/event-log.service.js';
import type { NewEvent } from '../../src/events/log/event-types.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

const WRITERS = 24;
const EVENTS_EACH = 3;

let app: IdleApp;
let retailerId: string;
beforeAll(async () => {
  app = await IdleApp.start({ DATABASE_POOL_SIZE: '30' });
  ({ retailerId } = await installStore(app));
});
afterAll(() => app?.stop());

const event = (writer: number, place: number): NewEvent => ({
  type: 'segment.entered',
  at: new Date(),
  customerId: null,
  data: { writer, place },
});

it('shows a reader each event once, however the transactions of its writers overlap', async () => {
  const [database, log, repository] = [app.get(Database), app.get(EventLogService), app.get(EventLogRepository)];
  const write = (writer: number) =>
    database.transaction(retailerId, async (tx) => {
      log.record(
        tx,
        retailerId,
        Array.from({ length: EVENTS_EACH }, (_, place) => event(writer, place)),
      );
      // The later the writer, the sooner it is ready to commit.
      await tx.query('SELECT pg_sleep($1::float8)', [(WRITERS - writer) / 200]);
    });
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const seen: string[] = [];
  let after = '0';
  while (seen.length < WRITERS * EVENTS_EACH) {
    const rows = await repository.list(database.of(retailerId), retailerId, { after, types: null, limit: 5 });
    seen.push(...rows.map(({ data }) => `${String(data['writer'])}/${String(data['place'])}`));
    after = rows.at(-1)?.position ?? after;
    if (rows.length === 0) await Promise.race([writing, new Promise(setImmediate)]);
  }
  await writing;
  expect(new Set(seen).size).toBe(WRITERS * EVENTS_EACH);
  for (let place = 0; place < EVENTS_EACH; place += 1) {
    expect(seen.filter((name) => name.endsWith(`/${place}`))).toHaveLength(WRITERS);
  }
});

it('writes nothing of a transaction that fails, and no event twice', async () => {
  const [database, log] = [app.get(Database), app.get(EventLogService)];
  const id = '00000000-0000-4000-8000-000000000001';
  const count = async (): Promise<number> => (await app.sql('SELECT FROM events')).length;
  const before = await count();
  const failing = database.transaction(retailerId, (tx) => {
    log.record(tx, retailerId, [event(100, 0)]);
    return Promise.reject(new Error('later'));
  });
  await expect(failing).rejects.toThrow('later');
  for (const _ of [1, 2]) {
    await database.transaction(retailerId, (tx) =>
      Promise.resolve(log.record(tx, retailerId, [{ ...event(101, 0), id }])),
    );
  }
  expect(await count()).toBe(before + 1);
});
