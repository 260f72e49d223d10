import { parseJsonExactly } from '#libs/kernel';
import {
  cellsOf,
  commonDelimiterOf,
  type Delimiter,
  type FileRecord,
  RecordSplitter,
  textOf,
  UnreadableFileError,
} from '#libs/text-files';
import { IMPORT_PROBLEMS } from '../import-problems.js';
import { lineTooLong, otherCells, REFUSALS } from './refusals.js';

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A line of the file with its cells by column; a line that can't be read has a problem instead. */
export interface TableRow {
  /** From 1, with the header. */
  readonly line: number;
  readonly text: string;
  /** Why the whole line is not taken. */
  readonly problem?: string;
  /** The trimmed text of the cell; empty where it is missing. */
  cell(column: string): string;
  /** The columns of the line, for JSON lines. */
  readonly columns: readonly string[];
}

const LONGEST_LINE = 65_536;
const MOST_COLUMNS = 500;

/**
 * The rows of a CSV file with a header line, or of JSON lines, as they come. The same file always gives the same rows.
 * Blank lines are left out.
 * @param mostBytes the most after decompression
 * @throws UnreadableFileError if the file as a whole can't be read
 */
export async function* rowsOf(
  file: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  mostBytes: number,
): AsyncGenerator<readonly TableRow[]> {
  const { pieces, mend } = await textOf(file, mostBytes);
  const splitter = new RecordSplitter({
    ...(format === 'csv' ? { delimiterOf: commonDelimiterOf } : {}),
    longest: LONGEST_LINE,
  });
  const decoded = (text: string): string => (/[\u0080-\u00ff]/.test(text) ? mend(text) : text);
  let read = format === 'csv' ? undefined : jsonRow;
  const readAll = (records: readonly FileRecord[]): TableRow[] => {
    const rows: TableRow[] = [];
    for (const record of records) {
      if (isBlank(record.text)) continue;
      if (read) rows.push(read(record, decoded));
      else read = csvReader(record, decoded);
    }
    return rows;
  };
  for await (const piece of pieces) yield readAll(splitter.push(piece));
  yield readAll(splitter.end());
  if (!read) throw new UnreadableFileError(IMPORT_PROBLEMS.empty);
}

const isBlank = (text: string): boolean => text === '' || text.trim() === '';

type RowReader = (record: FileRecord, decoded: (text: string) => string) => TableRow;

/** The reader of the lines below this header. */
function csvReader(header: FileRecord, decoded: (text: string) => string): RowReader {
  const delimiter = commonDelimiterOf(header.text);
  const columns = (cellsOf(header.text, delimiter) ?? []).map((cell) =>
    decoded(cell)
      .replace(/^\uFEFF/, '')
      .trim(),
  );
  if (header.isCut || columns.length > MOST_COLUMNS || columns.some((column) => column.length > 200)) {
    throw new UnreadableFileError(IMPORT_PROBLEMS.no_columns);
  }
  const places = new Map(columns.map((column, index) => [column, index] as const).toReversed());
  return (record, decode) => new CsvRow(record, delimiter, columns, places, decode);
}

class CsvRow implements TableRow {
  readonly line: number;
  readonly problem?: string;
  private readonly cells: readonly string[];
  private readonly raw: string;

  constructor(
    { line, text, isCut }: FileRecord,
    delimiter: Delimiter,
    readonly columns: readonly string[],
    private readonly places: ReadonlyMap<string, number>,
    private readonly decode: (text: string) => string,
  ) {
    this.line = line;
    this.raw = text;
    const cells = isCut ? undefined : cellsOf(text, delimiter);
    this.cells = cells ?? [];
    if (isCut) this.problem = TOO_LONG;
    else if (!cells) this.problem = REFUSALS.open_quote;
    else if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      this.problem = otherCells(cells.length, columns.length);
    }
  }

  get text(): string {
    return this.decode(this.raw);
  }

  cell(column: string): string {
    const place = this.places.get(column);
    const text = place === undefined ? undefined : this.cells[place];
    return text === undefined ? '' : this.decode(text).trim();
  }
}

const TOO_LONG = lineTooLong(LONGEST_LINE);

function jsonRow({ line, text: raw, isCut }: FileRecord, decoded: (text: string) => string): TableRow {
  const text = decoded(raw).replace(/^\uFEFF/, '');
  const without = { line, text, columns: [], cell: () => '' };
  if (isCut) return { ...without, problem: TOO_LONG };
  let value: unknown;
  try {
    value = parseJsonExactly(text);
  } catch {
    return { ...without, problem: REFUSALS.not_json };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ...without, problem: REFUSALS.not_an_object };
  }
  const object = value as Readonly<Record<string, unknown>>;
  return { line, text, columns: pathsOf(object), cell: (column) => textAt(object, column) };
}

/** Keys, and those one level below as `customer.email`. */
function pathsOf(object: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(object)
    .slice(0, MOST_COLUMNS)
    .flatMap(([key, value]) =>
      isObject(value)
        ? Object.keys(value)
            .slice(0, MOST_COLUMNS)
            .map((inner) => `${key}.${inner}`)
        : [key],
    );
}

function textAt(object: Readonly<Record<string, unknown>>, column: string): string {
  if (Object.hasOwn(object, column)) return textOfValue(object[column]);
  const dot = column.indexOf('.');
  const outer = dot > 0 && Object.hasOwn(object, column.slice(0, dot)) ? object[column.slice(0, dot)] : undefined;
  const inner = column.slice(dot + 1);
  return isObject(outer) && Object.hasOwn(outer, inner) ? textOfValue(outer[inner]) : '';
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
