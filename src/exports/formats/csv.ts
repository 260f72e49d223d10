import { csvField, csvLine } from '#libs/text-files';
import type { Cell, ColumnType, ExportRow, ExportTable } from '../export-table.js';

/** One line for each row. A list is a JSON array; formulas are made harmless. */
export async function* csvOf(
  { columns }: Pick<ExportTable, 'columns'>,
  slices: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Buffer> {
  const entries = Object.entries(columns);
  yield Buffer.from(csvLine(Object.keys(columns)));
  for await (const rows of slices) {
    const lines = rows.map((row) => entries.map(([name, type]) => fieldOf(type, row[name] ?? null)).join(','));
    yield Buffer.from(`${lines.join('\r\n')}\r\n`);
  }
}

/** Only texts come from outside. A negative amount stays a number. */
function fieldOf(type: ColumnType, cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (type === 'texts') return csvField(JSON.stringify(cell));
  return type === 'text' ? csvField(String(cell)) : String(cell);
}
