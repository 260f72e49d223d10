import { gzipSync } from 'node:zlib';
import { entityId } from '#libs/kernel';
import { UnreadableFileError } from '#libs/text-files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ImportLine, lineOf } from './lines.js';
import {
  completeMapping,
  type FileSample,
  type ImportKind,
  type Mapping,
  problemsOf,
  unknownTargets,
} from './mapping.js';
import { type ImportFormat, rowsOf, type TableRow } from './table.js';

const RETAILER = '6f0e5d1c-9a35-5f1d-8e3c-4b5ab7a2c0de';
const GIGABYTE = 2 ** 30;

/** Gives the file in pieces of this many bytes. */
async function* inPieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function rows(file: Uint8Array | string, format: ImportFormat = 'csv', size = 7): Promise<TableRow[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const all: TableRow[] = [];
  for await (const some of rowsOf(inPieces(bytes, size), format, GIGABYTE)) all.push(...some);
  return all;
}

async function read(
  kind: ImportKind,
  file: Uint8Array | string,
  { format = 'csv', size, mapping = {} }: { format?: ImportFormat; size?: number; mapping?: Mapping } = {},
): Promise<ImportLine[]> {
  const all = await rows(file, format, size);
  const columns = [...new Set(all.flatMap((row) => row.columns))];
  const cells = (column: string): string[] => all.slice(0, 100).map((row) => row.cell(column));
  const completed = completeMapping(kind, { format, columns, cells }, mapping);
  const context = { retailerId: RETAILER, kind, source: 'till', mapping: completed };
  return all.map((row) => lineOf(row, context));
}

const refused = (lines: readonly ImportLine[]): string[] =>
  lines.flatMap((line) => ('refused' in line ? [`${line.line} ${line.refused.pointer} ${line.refused.reason}`] : []));
const orders = (lines: readonly ImportLine[]) =>
  lines.flatMap((line) => ('accepted' in line && line.accepted.kind === 'order' ? [line.accepted.order] : []));
const customers = (lines: readonly ImportLine[]) =>
  lines.flatMap((line) => ('accepted' in line && line.accepted.kind === 'customer' ? [line.accepted.customer] : []));

const ORDERS =
  'Receipt,Customer ID,E-mail,Total,Date,Status,Products\n1,77,Ada@Example.com,12.50,2025-03-01,paid,p2|p1\n';

describe('a line of a file', () => {
  it('becomes an order that is known by its source and id', async () => {
    expect(orders(await read('orders', ORDERS))).toEqual([
      {
        externalId: 'till:1',
        person: {
          externalId: 'till:77',
          customerId: entityId(RETAILER, 'customer', 'till:77'),
          email: 'ada@example.com',
        },
        total: 125_000n,
        refunded: 0n,
        currency: null,
        financialStatus: 'paid',
        test: false,
        orderedAt: new Date('2025-03-01T00:00:00Z'),
        productIds: ['p1', 'p2'],
      },
    ]);
  });

  it('is the same from JSON lines with inner objects, and from gzip', async () => {
    const json = JSON.stringify({
      receipt: 1,
      customer: { id: 77, email: 'Ada@Example.com' },
      total: '12.50',
      date: '2025-03-01',
      status: 'PAID',
      products: ['p2', 'p1', 'p1'],
    });
    const mapping = { customerId: 'customer.id', email: 'customer.email' };
    const fromJson = await read('orders', gzipSync(`${json}\n\n`), { format: 'jsonl', mapping });
    expect(orders(fromJson)).toEqual(orders(await read('orders', ORDERS)));
  });

  it('keeps numbers of JSON that a double would change', async () => {
    const line = (id: string): string =>
      `{"orderId":${id},"customerId":${id},"total":90071992547409.2512,"orderedAt":"2025-03-01","productIds":[${id},7]}\n`;
    const read64 = await read('orders', line('820982911946154508') + line('820982911946154509'), { format: 'jsonl' });
    expect(orders(read64)).toMatchObject(
      ['820982911946154508', '820982911946154509'].map((id) => ({
        externalId: `till:${id}`,
        person: { externalId: `till:${id}` },
        total: 900_719_925_474_092_512n,
        productIds: ['7', id],
      })),
    );
    const csv = await read('orders', 'id,total,date,products\n1,5,2025-03-01,"[820982911946154509]"\n');
    expect(orders(csv)[0]?.productIds).toEqual(['820982911946154509']);
  });

  it('names a person without an id by an id that does not show the address', async () => {
    const [one] = customers(await read('consents', 'email,consent\nAda@example.com,no\n'));
    expect(one).toMatchObject({ person: { email: 'ada@example.com' }, marketing: 'unsubscribed', decidedAt: null });
    expect(one?.person.externalId).toMatch(/^till:@[0-9a-f-]{36}$/);
  });

  it.each([
    ['a negative total', '1,,,-5,2025-03-01,,', '2 /total An amount is not negative.'],
    ['a total that may mean two amounts', '1,,,"1,234",2025-03-01,,', '2 /total An amount is a number such as 12.34'],
    ['no total', '1,,,,2025-03-01,,', '2 /total The value is missing.'],
    ['no id', ',,,5,2025-03-01,,', '2 /orderId The value is missing.'],
    ['a day that does not exist', '1,,,5,2025-02-30,,', '2 /orderedAt A time is written as'],
    ['an American day', '1,,,5,03/01/2025,,', '2 /orderedAt A time is written as'],
    ['an address without a domain', '1,,ada,5,2025-03-01,,', '2 /email This is not an email address.'],
    ['an unknown status', '1,,,5,2025-03-01,maybe,', '2 /status The status is not known.'],
    ['a zero byte', '1,7\0,,5,2025-03-01,,', '2 /customerId The value has a zero byte.'],
    ['a cell too many', '1,,,5,2025-03-01,,,x', '2  The line has 8 cells, and the header 7.'],
    ['an open quote', '"1,,,5,2025-03-01,,', '2  A quote is not closed.'],
  ])('is refused for %s', async (_what, line, reason) => {
    const [found] = refused(await read('orders', `${ORDERS.split('\n')[0]}\n${line}\n`));
    expect(found).toContain(reason);
  });

  it.each([
    ['1234.5', 12_345_000n],
    ['1,234.50', 12_345_000n],
    ['1.234,50', 12_345_000n],
    ['1234,5', 12_345_000n],
    ['0', 0n],
  ])('reads the amount %s', async (text, amount) => {
    const found = await read('orders', `id,total,date\n1,"${text}",2025-03-01\n`);
    expect(orders(found)[0]?.total).toBe(amount);
  });

  it.each([
    ['2025-03-01 13:30', '2025-03-01T13:30:00.000Z'],
    ['2025-03-01T13:30:00+02:00', '2025-03-01T11:30:00.000Z'],
    ['2025-03-01 13:30:00 +0200', '2025-03-01T11:30:00.000Z'],
    ['2025-03-01 13:30:00 UTC', '2025-03-01T13:30:00.000Z'],
    ['2025-03-01 13:30:00.123456+00', '2025-03-01T13:30:00.123Z'],
    ['2025-03-01 13:30:00-05', '2025-03-01T18:30:00.000Z'],
  ])('reads the time %s', async (text, time) => {
    const found = await read('orders', `id,total,date\n1,5,${text}\n`);
    expect(orders(found)[0]?.orderedAt.toISOString()).toBe(time);
  });

  it('loses only itself by its length, and the lines after it keep their numbers', async () => {
    const file = `id,total,date\n1,5,2025-03-01\n${'x'.repeat(10_000_000)}\n3,6,2025-03-01\n4,z,2025-03-01\n`;
    const lines = await read('orders', file, { size: 65_536 });
    expect(orders(lines).map(({ externalId }) => externalId)).toEqual(['till:1', 'till:3']);
    expect(refused(lines)).toEqual([
      '3  The line has more than 65,536 characters.',
      expect.stringContaining('5 /total') as string,
    ]);
  });

  it('may have line breaks in quoted cells, and counts them', async () => {
    const lines = await read('customers', 'id,firstName\n1,"A\nB"\n2,\n"",C\n');
    expect(customers(lines).map(({ firstName }) => firstName)).toEqual(['A B', null]);
    expect(refused(lines)).toEqual(['5 /customerId The line names no customer and no address.']);
  });

  it.each<[what: string, file: Uint8Array]>([
    ['UTF-8 with a mark', Buffer.from('\uFEFFid,firstName\n1,Björn\n')],
    ['UTF-16', Buffer.from('\uFEFFid,firstName\n1,Björn\n', 'utf16le')],
    ['Windows-1252', Buffer.from('id,firstName\n1,Björn\n', 'latin1')],
    ['semicolons', Buffer.from('id;firstName\r\n1;Björn\r\n')],
  ])('is read from %s', async (_what, file) => {
    expect(customers(await read('customers', file))[0]?.firstName).toBe('Björn');
  });

  it('is read the same whatever pieces the file comes in', async () => {
    const cell = fc.oneof(fc.constantFrom('', 'a', '"q""q"', '"x\ny"', '"open', 'é'), fc.string({ maxLength: 5 }));
    const file = fc.array(
      fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(',')),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 40 }), async (lines, size) => {
        const text = `a,b,c,d\n${lines.join('\n')}`;
        const cells = (all: readonly TableRow[]) =>
          all.map((row) => [row.line, row.problem, ...['a', 'b', 'c', 'd'].map((column) => row.cell(column))]);
        expect(cells(await rows(text, 'csv', size))).toEqual(cells(await rows(text, 'csv', 1_000_000)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a gzip file', () => {
  it('that grows more than 250 times is not read on', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('id,total,date\n'), Buffer.alloc(64 * 2 ** 20, 'x')]));
    const error = await rows(bomb, 'csv', 1_024).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreadableFileError);
    expect((error as Error).message).toContain('250 times');
  });
});

/** All columns have the same cells. */
const sampleOf = (columns: readonly string[], cells: readonly string[] = []): FileSample => ({
  format: 'csv',
  columns,
  cells: () => cells,
});

describe('a mapping', () => {
  it('takes the given columns and guesses the others, each column once', () => {
    const columns = ['Order Number', 'id', 'Grand Total', 'Paid at', 'Email'];
    expect(completeMapping('orders', sampleOf(columns), { customerId: 'id' })).toEqual({
      customerId: 'id',
      orderId: 'Order Number',
      email: 'Email',
      total: 'Grand Total',
      orderedAt: 'Paid at',
    });
  });

  it('leaves out what is null, and what no value of an ambiguous column can be', () => {
    const columns = ['orderId', 'total', 'orderedAt', 'state'];
    const mapped = (cells: readonly string[], given: Mapping = {}) =>
      completeMapping('orders', sampleOf(columns, cells), given)['status'];
    expect(mapped(['CA', 'NY'])).toBeUndefined();
    expect(mapped(['', ''])).toBe('state');
    expect(mapped(['paid', 'odd'])).toBe('state');
    expect(mapped(['paid'], { status: null })).toBeNull();
    expect(completeMapping('customers', sampleOf(['id', 'country'], ['Germany']))).toEqual({ customerId: 'id' });
    expect(completeMapping('orders', sampleOf(['status'], ['odd']))).toEqual({ status: 'status' });
  });

  it('gives each target of JSON lines the key of its own name, which may first occur far below', () => {
    const columns = ['id', 'total', 'date', 'status'];
    const sample = { ...sampleOf(columns), format: 'jsonl' as const };
    const mapping = completeMapping('orders', sample, { status: null });
    expect(mapping).toMatchObject({ orderId: 'id', orderedAt: 'date', refunded: 'refunded', status: null });
    expect(problemsOf('orders', sample, { ...mapping, refunded: 'money.back' })).toEqual([]);
    expect(problemsOf('orders', sample, completeMapping('orders', { ...sample, columns: ['id', 'total'] }))).toEqual([
      {
        pointer: '/mapping/orderedAt',
        detail: 'a column for orderedAt is needed: name one of id, total, date, status',
      },
    ]);
    expect(completeMapping('customers', { ...sampleOf(['country'], ['Germany']), format: 'jsonl' })).toEqual({
      firstName: 'firstName',
      lastName: 'lastName',
      marketing: 'marketing',
    });
  });

  it('is refused with pointers where it can not be used', () => {
    expect(unknownTargets('consents', { total: 'x' }).map(({ pointer }) => pointer)).toEqual(['/mapping/total']);
    expect(problemsOf('orders', sampleOf(['a']), { orderId: 'a', total: 'b', status: null })).toEqual([
      { pointer: '/mapping/total', detail: 'the file has no column "b", but: a' },
      { pointer: '/mapping/orderedAt', detail: 'a column for orderedAt is needed: name one of a' },
    ]);
  });
});
