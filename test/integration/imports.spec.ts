import { randomUUID } from 'node:crypto';
import { Database } from '#libs/database';
import { Random } from '#libs/random';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CustomerChange } from '../../src/commerce/model/customer-change.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { CustomerChangesQueries } from '../../src/commerce/queries/customer-changes.queries.js';
import { ImportedRecordsService } from '../../src/commerce/imported/imported-records.service.js';
import { orderedIn } from '../../src/commerce/storage/orders.sql.js';
import { DryRunRow } from '../../src/imports/dry-run-row.entity.js';
import { HistoryImport } from '../../src/imports/history-import.entity.js';
import { HistoryImportPart } from '../../src/imports/history-import-part.entity.js';
import { HistoryImportRefusal } from '../../src/imports/history-import-refusal.entity.js';
import { ImportBatchesService } from '../../src/imports/import-batches.service.js';
import { ImportsRepository } from '../../src/imports/imports.repository.js';
import { ImportsHandler } from '../../src/imports/imports.handler.js';
import { ImportsService } from '../../src/imports/imports.service.js';
import { ImportUploadsService } from '../../src/imports/import-uploads.service.js';
import type { ImportKind } from '../../src/imports/reading/mapping.js';
import { stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { wrongFacts } from '../setup/wrong-facts.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const LINES = 12_000;
/** Every hundredth line has no total. Each customer has lines in all batches. */
const FILE = `orderId,customerId,total,orderedAt\n${Array.from(
  { length: LINES },
  (_, n) => `${n},${n % 500},${n % 100 === 7 ? '' : `${n % 90}.25`},2025-01-${String((n % 28) + 1).padStart(2, '0')}\n`,
).join('')}`;
const COUNTS = { lines: LINES, refused: LINES / 100, created: LINES * 0.99, updated: 0, unchanged: 0 };

async function* inPieces(file: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < file.length; at += 65_536) yield Buffer.from(file.slice(at, at + 65_536));
}

async function uploaded(file = FILE, kind: ImportKind = 'orders'): Promise<string> {
  const given = { kind, source: 'till', format: 'csv', mapping: {} } as const;
  const { found } = await app.get(ImportsService).create(retailerId, given);
  await app.get(ImportUploadsService).receive(found, inPieces(file));
  return found.id;
}
const start = (id: string, isDryRun = false) => app.get(ImportsService).start(retailerId, id, isDryRun);
const run = (importId: string) => app.get(ImportsHandler).run({ retailerId, importId });
const see = async (id: string) => (await stored(app).rows(HistoryImport, { retailerId, id }))[0];

async function newStore(): Promise<void> {
  ({ retailerId } = await installStore(app, `history${(stores += 1)}.myshopify.com`));
}

describe('an import whose worker dies', () => {
  it('goes on after the last batch, and counts and writes each line once', async () => {
    await newStore();
    const id = await uploaded();
    await start(id);
    const records = app.get(ImportedRecordsService);
    const apply = records.applyOrders.bind(records);
    let batches = 0;
    const dying = vi.spyOn(records, 'applyOrders').mockImplementation((...given) => {
      batches += 1;
      return batches === 2 ? Promise.reject(new Error('the worker dies')) : apply(...given);
    });
    await expect(run(id)).rejects.toThrow('the worker dies');
    expect(await see(id)).toMatchObject({ state: 'running', lines: 5_000 });
    dying.mockRestore();
    await run(id);
    expect(await see(id)).toMatchObject({ ...COUNTS, state: 'completed', problem: null });
    expect(await stored(app).count(Order, { retailerId })).toBe(COUNTS.created);
    expect(await stored(app).count(HistoryImportRefusal, { retailerId })).toBe(COUNTS.refused);
    expect(await stored(app).count(HistoryImportPart, { retailerId })).toBe(0);
    expect(await wrongFacts(app, retailerId)).toEqual([]);
  });

  it('is written by one of two workers at once, and by none after it was cancelled', async () => {
    await newStore();
    const [one, other] = [await uploaded(), await uploaded()];
    await Promise.all([start(one), start(other)]);
    await Promise.all([run(one), run(other), run(one)]);
    const seen = [await see(one), await see(other)];
    expect(seen.map((row) => row?.state)).toEqual(['completed', 'completed']);
    const total = (key: 'created' | 'unchanged') => seen.reduce((sum, row) => sum + (row?.[key] ?? 0), 0);
    expect([total('created'), total('unchanged')]).toEqual([COUNTS.created, COUNTS.created]);
    const third = await uploaded();
    await start(third);
    await app.get(ImportsService).cancel(retailerId, third);
    await run(third);
    expect(await see(third)).toMatchObject({ state: 'cancelled', lines: 0 });
  });
});

describe('an import that is cancelled while it runs', () => {
  it('ends before its next batch, and what is written stays until it is undone', async () => {
    await newStore();
    const id = await uploaded();
    await start(id);
    const batches = app.get(ImportBatchesService);
    const write = batches.write.bind(batches);
    const cancelling = vi.spyOn(batches, 'write').mockImplementation(async (...given) => {
      if (given[1].done > 0) await app.get(ImportsService).cancel(retailerId, id);
      return write(...given);
    });
    await run(id);
    cancelling.mockRestore();
    expect(await see(id)).toMatchObject({ state: 'cancelled', lines: 5_000 });
    expect(await stored(app).count(Order, { retailerId })).toBe(4_950);
    expect(await stored(app).count(HistoryImportPart, { retailerId })).toBe(0);
    await app.get(ImportsService).undo(retailerId, id);
    await run(id);
    expect(await see(id)).toMatchObject({ state: 'undone' });
    expect(await stored(app).count(Order, { retailerId })).toBe(0);
  });
});

/** Commits of steps do not wait for the disk, so Postgres may forget the last ones in a crash. */
describe('an import whose Postgres has crashed', () => {
  it('writes no batch after a lost one, and each line once in the end', async () => {
    await newStore();
    const id = await uploaded();
    await start(id);
    const batches = app.get(ImportBatchesService);
    const write = batches.write.bind(batches);
    const crashing = vi.spyOn(batches, 'write').mockImplementation(async (...given) => {
      if (given[1].done > 0) {
        await app.sql('DELETE FROM orders WHERE retailer_id = $1', [retailerId]);
        await app.sql('DELETE FROM customers WHERE retailer_id = $1', [retailerId]);
        const counts = 'lines = 0, refused = 0, created = 0';
        await app.sql(`UPDATE history_imports SET ${counts} WHERE retailer_id = $1`, [retailerId]);
      }
      return write(...given);
    });
    await run(id);
    crashing.mockRestore();
    expect(await see(id)).toMatchObject({ state: 'running', lines: 0 });
    expect(await stored(app).count(Order, { retailerId })).toBe(0);
    await run(id);
    expect(await see(id)).toMatchObject({ ...COUNTS, state: 'completed' });
    expect(await stored(app).count(Order, { retailerId })).toBe(COUNTS.created);
    expect(await wrongFacts(app, retailerId)).toEqual([]);
  });

  it('asks for a file again of which bytes are lost', async () => {
    await newStore();
    const given = { kind: 'orders', source: 'till', format: 'csv', mapping: {} } as const;
    const { found } = await app.get(ImportsService).create(retailerId, given);
    async function* cutByCrash(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(2 ** 20, 'a');
      await app.sql('DELETE FROM history_import_parts WHERE retailer_id = $1', [retailerId]);
      await app.sql('UPDATE history_imports SET bytes = 0 WHERE retailer_id = $1', [retailerId]);
      yield Buffer.alloc(2 ** 20, 'b');
    }
    await expect(app.get(ImportUploadsService).receive(found, cutByCrash())).rejects.toThrow('did not arrive whole');
    expect(await see(found.id)).toMatchObject({ state: 'awaiting_file', uploadId: null, bytes: '0' });
  });
});

describe('imported orders', () => {
  it('are silent, and no result of an experiment or a variant counts them', async () => {
    await newStore();
    const id = await uploaded();
    await start(id);
    await run(id);
    const [row] = await stored(app).rows(Order, { retailerId, externalId: 'till:0' });
    expect(row).toMatchObject({ arrivedAt: null, importId: id, counted: true });
    expect(await stored(app).rows(CustomerChange, { retailerId, customerId: row?.customerId ?? '' }, 'cause')).toEqual([
      { cause: `import:${id}` },
    ]);
    const [{ orders } = { orders: -1 }] = await app
      .get(Database)
      .of(retailerId)
      .queryOnce<{ orders: number }>(orderedIn('$2::uuid[]', '$3::timestamptz', 'now()'), [
        retailerId,
        [row?.customerId ?? randomUUID()],
        new Date(0),
      ]);
    expect(orders).toBe(0);
  });

  it('of a dry run leave no trace but counts', async () => {
    await newStore();
    const id = await uploaded();
    await start(id, true);
    await run(id);
    expect(await see(id)).toMatchObject({ ...COUNTS, state: 'completed', work: 'dry_run', written: false });
    expect(await stored(app).count(Order, { retailerId })).toBe(0);
    expect(await stored(app).count(CustomerChange, { retailerId })).toBe(0);
    await start(id);
    await run(id);
    expect(await see(id)).toMatchObject({ ...COUNTS, work: 'import' });
  });
});

describe('orders of customers who are stored', () => {
  const HEADER = 'orderId,customerId,total,refunded,currency,orderedAt,status';
  /** Orders of one day: some count, in the store's currency or another one, and some do not. */
  const day = (date: string, total: string): string =>
    [
      HEADER,
      `${date}a,1,${total},0,USD,${date},paid`,
      `${date}b,1,99,0,EUR,${date},paid`,
      `${date}c,1,50,50,USD,${date},voided`,
      `${date}d,2,7,2,USD,${date},paid`,
    ].join('\n');
  const imported = async (text: string): Promise<void> => {
    const id = await uploaded(text);
    await start(id);
    await run(id);
    expect(await see(id)).toMatchObject({ state: 'completed', refused: 0 });
    expect(await wrongFacts(app, retailerId)).toEqual([]);
  };

  it('are added to their facts, each once', async () => {
    await newStore();
    await app.sql(`UPDATE retailers SET currency = 'USD' WHERE id = $1`, [retailerId]);
    await imported(`${HEADER}\nfirst,1,20,0,USD,2023-01-01,paid`);
    for (const table of ['orders', 'customers']) {
      await app.sql(`UPDATE ${table} SET billing_country = 'DE' WHERE retailer_id = $1`, [retailerId]);
    }
    await imported(day('2024-06-01', '10.25'));
    await imported(day('2019-01-01', '30.00'));
    await imported(day('2022-02-02', '1.00'));
    await imported(day('2024-06-01', '10.25'));
    await imported(`${day('2024-06-01', '10.25')}\nlast,1,2,0,USD,2020-01-01,paid`);
    const [facts] = await app.sql(
      `SELECT orders_count, other_currency_orders, total_spent::text, largest_order::text, billing_country,
              first_order_at::date::text AS first, last_order_at::date::text AS last
         FROM customers WHERE retailer_id = $1 AND external_id = 'till:1'`,
      [retailerId],
    );
    expect(facts).toEqual({
      orders_count: 8,
      other_currency_orders: 3,
      total_spent: '63.2500',
      largest_order: '30.0000',
      billing_country: 'DE',
      first: '2019-01-01',
      last: '2024-06-01',
    });
    // An order goes to another customer.
    await imported(day('2019-01-01', '30.00').replace('01a,1', '01a,2'));
  });

  it('are counted with all others of the customer while a recount is under way', async () => {
    await newStore();
    const pending = `${HEADER}\nfirst,1,20,0,USD,2023-01-01,pending`;
    await imported(pending);
    await app.sql(`UPDATE retailers SET settings = '{"countUnpaidOrders": true}' WHERE id = $1`, [retailerId]);
    await app.sql('INSERT INTO recounts (retailer_id) VALUES ($1)', [retailerId]);
    await imported(pending);
    const facts = () =>
      app.sql('SELECT orders_count, total_spent::float FROM customers WHERE retailer_id = $1', [retailerId]);
    expect(await facts()).toEqual([{ orders_count: 1, total_spent: 20 }]);
    await imported(`${HEADER}\nsecond,1,5,0,USD,2023-01-02,pending`);
    expect(await facts()).toEqual([{ orders_count: 2, total_spent: 25 }]);
  });

  it('wait for the commit in the queue, also where the customer is in it', async () => {
    await newStore();
    await imported(`${HEADER}\nfirst,1,20,0,USD,2023-01-01,paid`);
    const database = app.get(Database);
    const changes = app.get(CustomerChangesQueries);
    const take = () => database.transaction(retailerId, (tx) => changes.take(tx, retailerId, 10, true));
    const held = await database.transaction(retailerId, (tx) => changes.holdSilent(tx, retailerId, 10));
    expect(held).toHaveLength(1);
    const advance = vi.spyOn(app.get(ImportsRepository), 'advance').mockImplementationOnce(async (...given) => {
      expect(await take()).toEqual([]);
      advance.mockRestore();
      return app.get(ImportsRepository).advance(...given);
    });
    await imported(`${HEADER}\nsecond,1,20,0,USD,2023-01-02,paid`);
    expect(await stored(app).rows(CustomerChange, { retailerId }, 'held')).toEqual([{ held: false }]);
    expect(await take()).toMatchObject(held);
  });
});

/** A file in which orders, people and addresses come again in later batches, in disorder, some of them changed. */
function repeating(kind: 'orders' | 'customers', seed: number, lines: number): string {
  const random = new Random(seed);
  const below = (most: number): number => random.integer(most);
  const one = (...texts: readonly string[]): string => texts[below(texts.length)] ?? '';
  const email = (person: number): string =>
    one('', `${person % 900}@example.com`, `${person % 900}@example.com`, `${below(900)}@example.com`, 'nobody');
  const line = {
    orders: (person: number) =>
      [
        below(4_000),
        one('', `${person}`),
        email(person),
        5 + below(2),
        `20${24 + below(8)}-01-0${1 + below(2)}`,
      ].join(),
    customers: (person: number) =>
      [one('', `${person}`), email(person), one('', 'Ann', 'Bea'), one('', 'DE', 'FR'), one('', 'yes', 'no')].join(),
  };
  const header = {
    orders: 'orderId,customerId,email,total,orderedAt',
    customers: 'customerId,email,firstName,country,marketing',
  };
  return [header[kind], ...Array.from({ length: lines }, () => line[kind](below(3_000)))].join('\n');
}

describe('a dry run of a file in which records come again in other batches', () => {
  const TABLES = ['orders', 'customers', 'imported_customers', 'import_replacements', 'history_import_dry_run_rows'];
  const rows = async (): Promise<unknown[]> =>
    Promise.all(
      TABLES.map((table) => app.sql(`SELECT * FROM ${table} r WHERE retailer_id = $1 ORDER BY r::text`, [retailerId])),
    );
  const countsOf = async (id: string) => {
    const { lines, refused, created, updated, unchanged } = (await see(id)) ?? {};
    return { lines, refused, created, updated, unchanged };
  };

  it.each(['orders', 'customers'] as const)('counts %s as the import does, and leaves no trace', async (kind) => {
    await newStore();
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email, platform_updated_at)
       SELECT $1, gen_random_uuid(), n::text, n || '@example.com', now() FROM generate_series(800, 850) n`,
      [retailerId],
    );
    const earlier = await uploaded(repeating(kind, 1, 2_000), kind);
    await start(earlier);
    await run(earlier);
    const before = await rows();
    const id = await uploaded(repeating(kind, 2, LINES), kind);
    await start(id, true);
    const batches = app.get(ImportBatchesService);
    const write = batches.write.bind(batches);
    let written = 0;
    const dying = vi.spyOn(batches, 'write').mockImplementation((...given) => {
      written += 1;
      return written === 2 ? Promise.reject(new Error('the worker dies')) : write(...given);
    });
    await expect(run(id)).rejects.toThrow('the worker dies');
    dying.mockRestore();
    expect(await stored(app).count(DryRunRow, { retailerId })).toBeGreaterThan(0);
    await run(id);
    const dry = await countsOf(id);
    expect(await rows()).toEqual(before);
    await start(id);
    await run(id);
    expect(dry).toEqual(await countsOf(id));
    expect(dry.lines).toBe(LINES);
    expect(Math.min(dry.refused ?? 0, dry.created ?? 0, dry.updated ?? 0, dry.unchanged ?? 0)).toBeGreaterThan(500);
    expect(await wrongFacts(app, retailerId)).toEqual([]);
  });

  it('forgets what it remembers when it is cancelled', async () => {
    await newStore();
    const id = await uploaded();
    await start(id, true);
    const batches = app.get(ImportBatchesService);
    const write = batches.write.bind(batches);
    const cancelling = vi.spyOn(batches, 'write').mockImplementation(async (...given) => {
      if (given[1].done > 0) await app.get(ImportsService).cancel(retailerId, id);
      return write(...given);
    });
    await run(id);
    cancelling.mockRestore();
    expect(await see(id)).toMatchObject({ state: 'cancelled', lines: 5_000, written: false });
    expect(await stored(app).count(DryRunRow, { retailerId })).toBe(0);
  });
});
