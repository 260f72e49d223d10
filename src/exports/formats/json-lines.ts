import type { ExportRow, ExportTable } from '../export-table.js';

/** One JSON object on a line for each row, with every column. */
export async function* jsonLinesOf(
  { columns }: Pick<ExportTable, 'columns'>,
  slices: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Buffer> {
  const names = Object.keys(columns);
  for await (const rows of slices) {
    const lines = rows.map((row) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])))}\n`);
    yield Buffer.from(lines.join(''));
  }
}
