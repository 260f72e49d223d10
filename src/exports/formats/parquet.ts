import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { decimalOf } from '#libs/kernel';
import type { Cell, ColumnType, ExportRow, ExportTable } from '../export-table.js';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Rows of a row group. All of them are in memory at once, and the index at the end has an entry for each group. */
const GROUP_ROWS = 10_000;

/** A Parquet file (Snappy) whose row groups are written as the rows come. */
export async function* parquetOf(
  { columns }: Pick<ExportTable, 'columns'>,
  slices: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const entries = Object.entries(columns);
  const schema = [{ name: 'root', num_children: entries.length }, ...entries.flatMap(elementsOf)];
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'Rekindle' });
  for await (const rows of inGroups(slices)) {
    const columnData = entries.map(([name, type]) => ({
      name,
      data: rows.map((row) => valueOf(type, row[name] ?? null)),
    }));
    await file.write({ columnData, rowGroupSize: GROUP_ROWS });
    yield taken(bytes);
  }
  await file.finish();
  yield taken(bytes);
}

/** The bytes that are not taken yet. The offset of the writer goes on counting all bytes of the file. */
function taken(bytes: ByteWriter): Buffer {
  const chunk = Buffer.from(bytes.getBuffer());
  bytes.index = 0;
  return chunk;
}

async function* inGroups(slices: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<readonly ExportRow[]> {
  let group: ExportRow[] = [];
  for await (const rows of slices) {
    group.push(...rows);
    if (group.length < GROUP_ROWS) continue;
    yield group.slice(0, GROUP_ROWS);
    group = group.slice(GROUP_ROWS);
  }
  if (group.length > 0) yield group;
}

const TYPES: Readonly<Record<Exclude<ColumnType, 'texts'>, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  // As numeric(20,4) in Postgres.
  money: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 9, converted_type: 'DECIMAL', precision: 20, scale: 4 },
  boolean: { type: 'BOOLEAN' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function elementsOf([name, type]: readonly [string, ColumnType]): SchemaElement[] {
  if (type !== 'texts') return [{ ...TYPES[type], name, repetition_type: 'OPTIONAL' }];
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...TYPES.text },
  ];
}

const valueOf = (type: ColumnType, cell: Cell): Cell | bigint =>
  type === 'money' && typeof cell === 'string' ? decimalOf(cell) : cell;
