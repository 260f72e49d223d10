import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectedFacts } from './oracle.js';
import { OrdersCsvError, readOrdersCsv } from './orders-csv.js';

const HEADER = 'order_id,customer_id,ordered_at,quantity,total';
const GOOD = [HEADER, 'A-1,00001,1997-01-12,3,10.00', 'A-2,00002,1997-01-01,1,0.00', 'A-3,00001,1997-02-01,1,11.77'];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-csv-'));
});

afterEach(async () => rm(folder, { recursive: true }));

async function read(content: string | Buffer, name = 'orders.csv') {
  await writeFile(join(folder, name), content);
  return readOrdersCsv(join(folder, name));
}

async function problemsOf(lines: readonly string[]): Promise<readonly string[]> {
  const error: unknown = await read(lines.join('\n')).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OrdersCsvError);
  return (error as OrdersCsvError).problems;
}

describe('an orders file', () => {
  it.each([
    ['plain', GOOD.join('\n'), 'orders.csv'],
    ['with CRLF, a byte order mark and an empty line at the end', `\uFEFF${GOOD.join('\r\n')}\r\n\r\n`, 'orders.csv'],
    ['gzipped, whatever it is called', gzipSync(GOOD.join('\n')), 'orders.txt'],
  ])('may be %s', async (_form, content, name) => {
    const history = await read(content, name);
    expect(history.orders.map(({ totalCents, processedAt }) => [totalCents, processedAt])).toEqual([
      [1000, Date.UTC(1997, 0, 12)],
      [0, Date.UTC(1997, 0, 1)],
      [1177, Date.UTC(1997, 1, 1)],
    ]);
  });

  it('becomes orders of customers with numeric ids, and keeps the ids of the file', async () => {
    const history = await read(GOOD.join('\n'));
    const facts = expectedFacts(history);
    const byOriginal = Object.fromEntries(
      [...facts].map(([id, { ordersCount, totalSpent }]) => [
        history.originalCustomerIds.get(id),
        `${ordersCount} ${totalSpent}`,
      ]),
    );
    expect(byOriginal).toEqual({ '00001': '2 21.77', '00002': '1 0.00' });
    expect(history.customers[0]?.createdAt).toBe(Date.UTC(1997, 0, 12));
    for (const { id } of [...history.customers, ...history.orders]) expect(id).toMatch(/^\d{13}$/);
  });

  it('keeps the total to the cent if it is not divisible by the quantity', async () => {
    const { orders } = await read(GOOD.join('\n'));
    expect(orders[0]).toMatchObject({
      totalCents: 1000,
      discountCents: 2,
      lineItems: [{ priceCents: 334, quantity: 3 }],
    });
  });

  it('gives events in the order of time with the same webhook ids each time', async () => {
    const first = await read(GOOD.join('\n'));
    const second = await read(gzipSync(GOOD.join('\n')), 'again.csv.gz');
    expect(first.events.map((event) => 'order' in event && event.order.number)).toEqual([1002, 1001, 1003]);
    expect(second.events).toEqual(first.events);
  });

  it('may have times with and without a zone', async () => {
    const rows = ['A,1,2026-03-01T10:00:00+02:00,1,1', 'B,1,2026-03-01 10:00,1,1.5'];
    const { orders } = await read([HEADER, ...rows].join('\n'));
    expect(orders.map(({ createdAt }) => createdAt)).toEqual([Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 2, 1, 10)]);
  });
});

describe('a bad orders file', () => {
  it('is reported by line and column', async () => {
    const problems = await problemsOf([
      HEADER,
      'A-1,1,1997-02-30,1,1.00',
      'A-2,,1997-01-01,0,1.00',
      'A-1,1,1997-01-01,1,1.005',
      'A-4,1,yesterday,1.5,-3',
    ]);
    expect(problems).toEqual([
      expect.stringMatching(/^line 2: ordered_at must be a date .* not '1997-02-30'$/),
      "line 3: customer_id must be present, not ''",
      "line 3: quantity must be a whole number from 1, not '0'",
      "line 4: order_id 'A-1' was on line 2",
      "line 4: total must be an amount from 0 with at most two places, not '1.005'",
      expect.stringMatching(/^line 5: ordered_at/),
      "line 5: quantity must be a whole number from 1, not '1.5'",
      "line 5: total must be an amount from 0 with at most two places, not '-3'",
    ]);
  });

  it.each([
    ['has no total column', ['order_id,customer_id,ordered_at,quantity', 'A,1,1997-01-01,1'], /line 1: .* lacks total/],
    ['has a row with a field too many', [...GOOD, 'A-9,1,1997-01-01,1,1.00,x'], /^line 5: .*Record Length/],
    ['has an open quote', [...GOOD, '"A-9,1,1997-01-01,1,1.00'], /^line 5: Quote Not Closed/],
  ])('%s', async (_name, lines, message) => {
    expect((await problemsOf(lines))[0]).toMatch(message);
  });

  it('shows at most ten problems', async () => {
    const problems = await problemsOf([HEADER, ...Array.from({ length: 30 }, (_, index) => `${index},1,x,1,1`)]);
    expect(problems).toHaveLength(11);
  });
});
