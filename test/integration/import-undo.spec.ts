import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommercePersonalDataService } from '../../src/commerce/commerce-personal-data.service.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { HistoryImport } from '../../src/imports/history-import.entity.js';
import { ImportsHandler } from '../../src/imports/imports.handler.js';
import { ImportsService } from '../../src/imports/imports.service.js';
import { ImportUploadsService } from '../../src/imports/import-uploads.service.js';
import type { ImportKind } from '../../src/imports/reading/mapping.js';
import { given, stored } from '../factories/given.js';
import { aCustomer } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';
import { wrongFacts } from '../setup/wrong-facts.js';

const HEADER = 'orderId,customerId,email,total,orderedAt,status';

let app: IdleApp;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());
beforeEach(newStore);

async function newStore(): Promise<void> {
  ({ retailerId } = await installStore(app, `undo${(stores += 1)}.myshopify.com`));
}

async function imported(lines: readonly string[], kind: ImportKind = 'orders', header = HEADER): Promise<string> {
  const imports = app.get(ImportsService);
  const { found } = await imports.create(retailerId, { kind, source: 'till', format: 'csv', mapping: {} });
  async function* bytes(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield Buffer.from([header, ...lines].join('\n'));
  }
  await app.get(ImportUploadsService).receive(found, bytes());
  await imports.start(retailerId, found.id, false);
  await run(found.id);
  return found.id;
}
const run = (importId: string): Promise<void> => app.get(ImportsHandler).run({ retailerId, importId });

async function undo(id: string): Promise<void> {
  await app.get(ImportsService).undo(retailerId, id);
  await run(id);
  expect((await see(id))?.state).toBe('undone');
}
const see = async (id: string) => (await stored(app).rows(HistoryImport, { retailerId, id }))[0];
const counts = async (id: string) => {
  const { created, updated, unchanged, refused } = (await see(id)) ?? {};
  return { created, updated, unchanged, refused };
};
const order = async (externalId: string) =>
  (await stored(app).rows(Order, { retailerId, externalId: `till:${externalId}` }))[0];
const customers = () => stored(app).rows(Customer, { retailerId });

/** All customers and orders, by names that do not depend on the store. */
async function state(): Promise<object> {
  const people = await customers();
  const nameOf = (id: string | null): string | null => {
    const person = people.find((one) => one.id === id);
    return person ? (person.email ?? person.externalId) : null;
  };
  const orders = await stored(app).rows(Order, { retailerId });
  return {
    people: people.map(({ id, ordersCount, totalSpent }) => `${nameOf(id)} ${ordersCount} ${totalSpent}`).toSorted(),
    orders: orders
      .map(
        (one) =>
          `${one.externalId} ${nameOf(one.customerId)} ${one.total} ${one.orderedAt.toISOString()} ${one.reason}`,
      )
      .toSorted(),
    wrong: await wrongFacts(app, retailerId),
  };
}

/** Each person always has the same id and address. */
const PEOPLE = [',', '1,one@example.com', '2,two@example.com', '3,', ',four@example.com'];
const line = fc
  .tuple(
    fc.constantFrom(...PEOPLE),
    fc.constantFrom('5', '7'),
    fc.constantFrom('2024', '2025'),
    fc.constantFrom('paid', 'void'),
  )
  .map(([person, total, year, status]) => `${person},${total},${year}-03-01,${status}`);
/** The lines of an import, by the ids of their orders. */
const file = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), line, { minKeys: 1, maxKeys: 3 })
  .map((lines) => Object.entries(lines).map(([id, rest]) => `${id},${rest}`));

describe('imports that are taken back in their order', () => {
  it('leave what the same file said again', async () => {
    const lines = ['a,1,one@example.com,5,2025-03-01,paid'];
    const first = await imported(lines);
    const before = await state();
    const again = await imported(lines);
    expect(await counts(again)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    await undo(first);
    expect(await state()).toEqual(before);
    await undo(again);
    expect(await state()).toEqual({ people: [], orders: [], wrong: [] });
  });

  it('leave customers of another file, with what that file said of them', async () => {
    const named = (country: string) => imported([`1,${country}`], 'customers', 'customerId,country');
    const country = async () => (await customers()).map((one) => one.country);
    const first = await named('DE');
    const again = await named('DE');
    await undo(first);
    expect(await country()).toEqual(['DE']);
    const second = await named('FR');
    const third = await named('IT');
    await undo(second);
    expect(await country()).toEqual(['IT']);
    await undo(third);
    expect(await country()).toEqual(['DE']);
    await undo(again);
    expect(await country()).toEqual([]);
  });
});

describe('a consent of two imports', () => {
  const said = (word: string) => imported([`1,${word}`], 'consents', 'customerId,marketing');
  const consents = async () => (await customers()).map((one) => one.marketing);

  it('is a refusal as long as one of them is there', async () => {
    await imported(['1,Ann'], 'customers', 'customerId,firstName');
    const [first, second] = [await said('no'), await said('no')];
    await undo(first);
    expect(await consents()).toEqual(['unsubscribed']);
    await undo(second);
    expect(await consents()).toEqual(['unknown']);
  });

  it('is no permission once the import that gave it is taken back', async () => {
    const first = await said('yes');
    await imported(['1,Ann'], 'customers', 'customerId,firstName');
    await undo(first);
    expect(await customers()).toMatchObject([{ marketing: 'unknown', firstName: 'Ann' }]);
  });
});

describe('an order that an import has changed', () => {
  const changed = async () => {
    await imported(['a,,c1@example.com,5,2025-03-01,paid']);
    return imported(['a,,c2@example.com,7,2025-03-01,paid']);
  };
  const deliver = async (topic: string, body: object): Promise<void> => {
    await app.post(retailerId, [{ id: `undo-${(stores += 1)}`, topic, body }]);
    await app.workOff(retailerId);
  };

  it('goes back to what it was, without its person, once the person was erased', async () => {
    const second = await changed();
    const source = app.get(CommercePersonalDataService);
    await app.transaction(async (tx) => {
      const nobody = { retailerId, customerIds: [], externalIds: [], phones: [], orderIds: [] };
      await source.eraseCustomer(tx, await source.identify(tx, { ...nobody, emails: ['c1@example.com'] }));
    });
    const kept = await app.sql<{ text: string }>(
      'SELECT customer_id, before::text AS text FROM import_replacements WHERE retailer_id = $1',
      [retailerId],
    );
    expect(kept).toMatchObject([{ customer_id: null, text: expect.stringContaining('"customer_id": null') as string }]);
    await undo(second);
    expect(await order('a')).toMatchObject({ total: '5.0000', customerId: null });
  });

  it('goes back to the customer who remained after a merge', async () => {
    await deliver('customers/create', aCustomer({ id: 1 }));
    await deliver('customers/create', aCustomer({ id: 3 }));
    const second = await changed();
    await deliver('customers/merge', {
      admin_graphql_api_customer_kept_id: 'gid://shopify/Customer/3',
      admin_graphql_api_customer_deleted_id: 'gid://shopify/Customer/1',
      admin_graphql_api_job_id: null,
      status: 'completed',
      errors: [],
    });
    await undo(second);
    const remaining = (await customers()).find(({ externalId }) => externalId === '3');
    expect(await order('a')).toMatchObject({ total: '5.0000', customerId: remaining?.id });
    expect(await wrongFacts(app, retailerId)).toEqual([]);
  });
});

describe('an imported order that is dated ahead', () => {
  it('was placed when it came in, also when the file is repeated after its date', async () => {
    const dated = (ms: number): string[] => [`a,1,,5,${new Date(Date.now() + ms).toISOString()},paid`];
    const begun = new Date();
    await imported(dated(60_000));
    const first = await order('a');
    expect(first?.orderedAt).toEqual(first?.cameInAt);
    expect(first?.orderedAt.getTime()).toBeGreaterThanOrEqual(begun.getTime());
    expect(await wrongFacts(app, retailerId)).toEqual([]);
    // Two minutes pass: the date of the order is over.
    for (const property of ['orderedAt', 'cameInAt'] as const) {
      await given(app).backdate(Order, property, '2 minutes', { retailerId });
    }
    const again = await imported(dated(-60_000));
    expect(await counts(again)).toEqual({ created: 0, updated: 0, unchanged: 1, refused: 0 });
    const second = await order('a');
    expect(second?.orderedAt).toEqual(second?.cameInAt);
  });
});

describe('a customer of an import without an address', () => {
  it('gets it from a later order, and loses it when that is taken back', async () => {
    const first = await imported(['a,1,,5,2025-03-01,paid', 'b,1,,5,2025-03-01,paid']);
    const second = await imported(['a,1,One@example.com,5,2025-03-01,paid', 'b,1,one@example.com,5,2025-03-01,paid']);
    expect(await counts(second)).toEqual({ created: 0, updated: 1, unchanged: 1, refused: 0 });
    expect(await customers()).toMatchObject([{ externalId: 'till:1', email: 'one@example.com', ordersCount: 2 }]);
    await undo(second);
    expect(await customers()).toMatchObject([{ externalId: 'till:1', email: null, ordersCount: 2 }]);
    await undo(first);
    expect(await customers()).toEqual([]);
  });
});

/** Fields that a file does not have are empty cells. */
const ofCustomer = fc
  .tuple(fc.constantFrom('', 'Ann', 'Eve'), fc.constantFrom('', 'Bell', 'Cole'), fc.constantFrom('', 'DE', 'FR'))
  .map((cells) => cells.join(','));
const customerFile = fc
  .dictionary(fc.constantFrom('1', '2'), ofCustomer, { minKeys: 1, maxKeys: 2 })
  .map((lines) => Object.entries(lines).map(([id, rest]) => `${id},${rest}`));
const CUSTOMER_HEADER = 'customerId,firstName,lastName,country';

describe('imports of the same customers that are taken back in any order', () => {
  it('leave each field as the others alone would have written it', async () => {
    const fields = async () =>
      (await customers()).map((one) => [one.externalId, one.firstName, one.lastName, one.country].join(' ')).toSorted();
    const orderOfUndoing = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 });
    const files = fc.tuple(customerFile, customerFile, customerFile, customerFile);
    await fc.assert(
      fc.asyncProperty(files, orderOfUndoing, async (given, undone) => {
        await newStore();
        const ids: string[] = [];
        for (const lines of given) ids.push(await imported(lines, 'customers', CUSTOMER_HEADER));
        for (const place of undone) await undo(ids[place] ?? '');
        const left = await fields();
        await newStore();
        for (const [place, lines] of given.entries()) {
          if (!undone.includes(place)) await imported(lines, 'customers', CUSTOMER_HEADER);
        }
        expect(left).toEqual(await fields());
      }),
      { numRuns: 20, interruptAfterTimeLimit: 40_000 },
    );
  });
});

describe('imports of the same orders that are taken back in any order', () => {
  it('leave what the others alone would have written', async () => {
    const orderOfUndoing = fc.shuffledSubarray([0, 1, 2], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(file, file, file), orderOfUndoing, async (files, undone) => {
        await newStore();
        const ids: string[] = [];
        for (const lines of files) ids.push(await imported(lines));
        for (const place of undone) await undo(ids[place] ?? '');
        const left = await state();
        await newStore();
        for (const [place, lines] of files.entries()) if (!undone.includes(place)) await imported(lines);
        expect(left).toEqual(await state());
      }),
      // A busy machine tries fewer.
      { numRuns: 25, interruptAfterTimeLimit: 40_000 },
    );
  });
});
