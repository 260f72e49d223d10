import type { ExportRow, ExportTable } from '../export-table.js';
import { csvOf } from './csv.js';
import { jsonLinesOf } from './json-lines.js';
import { parquetOf } from './parquet.js';

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Encoding {
  readonly mediaType: string;
  readonly contentType: string;
  encode(
    table: Pick<ExportTable, 'columns'>,
    slices: AsyncIterable<readonly ExportRow[]>,
  ): AsyncGenerator<Buffer, void, undefined>;
}

/** The name of a format is also the extension of its files. */
export const ENCODINGS: Readonly<Record<ExportFormat, Encoding>> = {
  csv: { mediaType: 'text/csv', contentType: 'text/csv; charset=utf-8', encode: csvOf },
  jsonl: { mediaType: 'application/x-ndjson', contentType: 'application/x-ndjson', encode: jsonLinesOf },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    contentType: 'application/vnd.apache.parquet',
    encode: parquetOf,
  },
};

/** The first format that `Accept` names, weights aside; CSV where it names none. */
export function acceptedFormat(accept: string | undefined): ExportFormat {
  const named = (accept ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  for (const range of named) {
    const format = EXPORT_FORMATS.find((each) => ENCODINGS[each].mediaType === range);
    if (format) return format;
  }
  return 'csv';
}
