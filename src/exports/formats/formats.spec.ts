import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { ColumnType, ExportRow } from '../export-table.js';
import { acceptedFormat, ENCODINGS, type ExportFormat } from './formats.js';

const COLUMNS = {
  name: 'text',
  tags: 'texts',
  orders: 'integer',
  share: 'number',
  spent: 'money',
  counted: 'boolean',
  at: 'instant',
} as const satisfies Record<string, ColumnType>;

const AT = new Date('2026-11-01T12:34:56.789Z');
const ROWS: readonly ExportRow[] = [
  { name: '=cmd()', tags: ['a,b', '"c"'], orders: 3, share: 0.25, spent: '-1234.50', counted: true, at: AT },
  { name: null, tags: null, orders: null, share: null, spent: null, counted: null, at: null },
  { name: 'Zoë', tags: [], orders: -1, share: -2, spent: '9999999999999999.9999', counted: false, at: AT },
];

async function* sliced(rows: readonly ExportRow[], size: number): AsyncGenerator<readonly ExportRow[]> {
  for (let from = 0; from < rows.length; from += size) yield await Promise.resolve(rows.slice(from, from + size));
}

async function chunksOf(format: ExportFormat, rows = ROWS, size = 2): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of ENCODINGS[format].encode({ columns: COLUMNS }, sliced(rows, size))) chunks.push(chunk);
  return chunks;
}

describe('CSV', () => {
  it('makes formulas harmless in texts, and keeps a negative amount a number', async () => {
    expect(Buffer.concat(await chunksOf('csv')).toString()).toBe(
      [
        'name,tags,orders,share,spent,counted,at',
        `'=cmd(),"[""a,b"",""\\""c\\""""]",3,0.25,-1234.50,true,2026-11-01T12:34:56.789Z`,
        ',,,,,,',
        'Zoë,[],-1,-2,9999999999999999.9999,false,2026-11-01T12:34:56.789Z',
        '',
      ].join('\r\n'),
    );
  });

  it('has its header without a row', async () => {
    expect(Buffer.concat(await chunksOf('csv', [])).toString()).toBe('name,tags,orders,share,spent,counted,at\r\n');
  });
});

describe('JSON lines', () => {
  it('have every column of every row', async () => {
    const lines = Buffer.concat(await chunksOf('jsonl'))
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ROWS.map((row) => ({ ...row, at: row['at'] instanceof Date ? row['at'].toISOString() : null })),
    );
  });
});

describe('Parquet', () => {
  const read = async (rows?: readonly ExportRow[], size?: number) => {
    const chunks = await chunksOf('parquet', rows, size);
    const file = new Uint8Array(Buffer.concat(chunks)).buffer;
    return { chunks, rows: await parquetReadObjects({ file }), metadata: parquetMetadata(file) };
  };

  it('is read back with the types of its columns', async () => {
    const { rows, metadata } = await read();
    expect(rows).toEqual([
      { name: '=cmd()', tags: ['a,b', '"c"'], orders: 3, share: 0.25, spent: -1234.5, counted: true, at: AT },
      { name: null, tags: undefined, orders: null, share: null, spent: null, counted: null, at: null },
      { name: 'Zoë', tags: [], orders: -1, share: -2, spent: 1e16, counted: false, at: AT },
    ]);
    expect(metadata.schema.find(({ name }) => name === 'spent')).toMatchObject({
      converted_type: 'DECIMAL',
      precision: 20,
      scale: 4,
    });
  });

  it('is written in row groups, each in a chunk of its own', async () => {
    const many = Array.from({ length: 25_000 }, (_, index): ExportRow => ({ ...ROWS[index % 3], orders: index }));
    const { chunks, rows, metadata } = await read(many, 1_000);
    expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([10_000, 10_000, 5_000]);
    expect(chunks).toHaveLength(4);
    expect(rows.map(({ orders }) => orders)).toEqual(many.map(({ orders }) => orders));
  });

  it('is a file with its columns also without a row', async () => {
    const { rows, metadata } = await read([]);
    expect(rows).toEqual([]);
    expect(metadata.schema.map(({ name }) => name)).toContain('spent');
  });
});

describe('Accept', () => {
  it.each([
    [undefined, 'csv'],
    ['*/*', 'csv'],
    ['application/json, application/x-ndjson;q=0.9', 'jsonl'],
    ['application/vnd.apache.parquet', 'parquet'],
    ['TEXT/CSV, application/x-ndjson', 'csv'],
  ])('%s means %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });
});
