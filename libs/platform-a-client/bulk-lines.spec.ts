import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type BulkPage, readBulkPages } from './bulk-lines.js';

const root = (n: number) => ({ id: `gid://shopify/Order/${n}`, name: `#${n} – ü` });
const child = (n: number, of: number) => ({
  id: `gid://shopify/LineItem/${of}${n}`,
  __parentId: `gid://shopify/Order/${of}`,
});
const file = (lines: readonly object[]): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

function inPieces(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)));
}

async function pagesOf(bytes: Buffer, { from = 0, size = 7, pageSize = 10 } = {}): Promise<BulkPage[]> {
  const pages: BulkPage[] = [];
  for await (const page of readBulkPages(inPieces(bytes.subarray(from), size), from, pageSize)) pages.push(page);
  return pages;
}

const found = (pages: readonly BulkPage[]) =>
  pages.flatMap(({ groups }) => groups.map(({ root: { name }, children }) => [name, children.length]));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const grouped = (count: number) => numbers(count).flatMap((n) => [root(n), ...numbers(n % 4).map((c) => child(c, n))]);

describe('the lines of a result', () => {
  it('become records with the records inside them, whatever the pieces', async () => {
    const bytes = file(grouped(150));
    const wanted = numbers(150).map((n) => [`#${n} – ü`, n % 4]);
    for (const size of [1, 5, 64, 1_000_000]) expect(found(await pagesOf(bytes, { size }))).toEqual(wanted);
    expect((await pagesOf(bytes)).at(-1)?.next).toBeNull();
  });

  it('continue at the byte that a page names', async () => {
    const bytes = file(grouped(150));
    const [first] = await pagesOf(bytes);
    const rest = await pagesOf(bytes, { from: first?.next ?? 0 });
    expect([...found(first ? [first] : []), ...found(rest)]).toEqual(found(await pagesOf(bytes)));
    expect(rest[0]?.late).toEqual([]);
  });

  it('may be in another order within fifty records', async () => {
    const lines = [...numbers(40).map(root), ...numbers(40).flatMap((n) => [child(1, n), child(2, n)])];
    const pages = await pagesOf(file(lines));
    expect(found(pages)).toEqual(numbers(40).map((n) => [`#${n} – ü`, 2]));
    expect(pages.flatMap(({ late }) => late)).toEqual([]);
  });

  it('may name a record twice', async () => {
    const pages = await pagesOf(file([root(1), ...numbers(70).map(root)]));
    expect(found(pages)).toHaveLength(70);
    expect(pages[0]?.next).toBe(file([root(1), ...numbers(10).map(root)]).length);
  });

  it('that come too late are named', async () => {
    const lines = [...numbers(200).map(root), child(1, 3)];
    const pages = await pagesOf(file(lines));
    expect(pages.flatMap(({ late }) => late)).toEqual(['gid://shopify/Order/3']);
  });

  it('need no line feed at the end, and none at all', async () => {
    const bytes = file([root(1), child(1, 1)]);
    expect(found(await pagesOf(bytes.subarray(0, -1)))).toEqual([['#1 – ü', 1]]);
    expect(await pagesOf(Buffer.alloc(0))).toEqual([{ groups: [], late: [], next: null }]);
  });

  it('that are broken end the reading without a quotation', async () => {
    await expect(pagesOf(Buffer.from('{"id":"secret@example.com"'))).rejects.toThrow(
      /^a line of the result is not JSON$/,
    );
    await expect(pagesOf(Buffer.from('{"name":"x"}\n'))).rejects.toThrow('has no id');
  });
});
