import {
  cellsOf,
  type Delimiter,
  DELIMITERS,
  type FileRecord,
  RecordSplitter,
  textOf,
  UnreadableFileError,
} from '#libs/text-files';
import type { ToSuppress } from '../consent/suppression.repository.js';
import { plainAddress } from '../consent/suppression.repository.js';
import { knownReason } from './reasons.js';
import { SUPPRESSION_PROBLEMS, SUPPRESSION_REFUSALS } from './suppression-problems.js';

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A line that is not taken: where it is, why, and its text. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

/** What one line of a file says. */
export type ImportLine = { readonly accepted: ToSuppress } | { readonly refused: RefusedLine };

/** Reads a record; undefined for a blank one. */
type RecordReader = (record: FileRecord) => ImportLine | undefined;

const LONGEST_TEXT = 500;
/** Lenient: a strange address that is suppressed hurts nobody, and some mailboxes break the rules for addresses. */
const ADDRESS = /^[^\s@<>"]{1,128}@[^\s@<>"]{1,190}$/u;
const HEADERS = new Set(['email', 'e-mail', 'email address', 'e-mail address', 'email_address']);

/**
 * The lines of a list of addresses, as they come. The same file always gives the same lines.
 * @throws UnreadableFileError if the file as a whole can't be read
 */
export async function* linesOf(
  file: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  mostBytes: number,
): AsyncGenerator<readonly ImportLine[]> {
  const { pieces, mend } = await textOf(file, mostBytes);
  const splitter = new RecordSplitter(format === 'csv' ? { delimiterOf } : {});
  let read: RecordReader | undefined = format === 'csv' ? undefined : (record) => ofJson(record, mend);
  const readAll = (records: readonly FileRecord[]): ImportLine[] =>
    records.flatMap((record) => {
      if (isBlank(record)) return [];
      if (read) return read(record) ?? [];
      read = readerOf(record, mend);
      return [];
    });
  for await (const piece of pieces) yield readAll(splitter.push(piece));
  yield readAll(splitter.end());
  if (!read) throw noHeader();
}

const isBlank = ({ text }: FileRecord): boolean => text.trim() === '';

/** The reader of the lines below this header. */
function readerOf({ text }: FileRecord, mend: (cell: string) => string): RecordReader {
  const delimiter = delimiterOf(text);
  const names = namesIn(text, delimiter);
  const [email, reason] = [names.findIndex((name) => HEADERS.has(name)), names.indexOf('reason')];
  if (email < 0) throw noHeader();
  return (record) => ofCells(record, cellsOf(record.text, delimiter), { email, reason }, mend);
}

/** The delimiter with which the header has a column of addresses. */
const delimiterOf = (header: string): Delimiter =>
  DELIMITERS.find((delimiter) => namesIn(header, delimiter).some((name) => HEADERS.has(name))) ?? ',';

const namesIn = (header: string, delimiter: Delimiter): string[] =>
  (cellsOf(header, delimiter) ?? []).map((cell) => cell.trim().toLowerCase());

const noHeader = (): UnreadableFileError => new UnreadableFileError(SUPPRESSION_PROBLEMS.no_email_column);

function ofCells(
  record: FileRecord,
  cells: readonly string[] | undefined,
  columns: { readonly email: number; readonly reason: number },
  mend: (cell: string) => string,
): ImportLine | undefined {
  const text = mend(record.text);
  if (!cells) return refuse(record, 'open_quote', text);
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  return lineOf(record, mend(cells[columns.email] ?? ''), mend(cells[columns.reason] ?? ''), text);
}

function ofJson(record: FileRecord, mend: (cell: string) => string): ImportLine {
  const text = mend(record.text);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refuse(record, 'not_json', text);
  }
  if (typeof value !== 'object' || value === null) return refuse(record, 'not_an_object', text);
  const { email, reason = '' } = value as { readonly email?: unknown; readonly reason?: unknown };
  if (typeof email !== 'string') return refuse(record, 'no_email', text);
  if (reason !== null && typeof reason !== 'string') return refuse(record, 'reason_not_text', text);
  return lineOf(record, email, reason ?? '', text);
}

function lineOf(record: FileRecord, email: string, reason: string, text: string): ImportLine {
  const address = withoutApostrophe(email);
  if (address === '') return refuse(record, 'missing', text);
  if (!isAddress(address)) return refuse(record, 'not_an_address', text);
  return { accepted: { email: plainAddress(address), reason: knownReason(withoutApostrophe(reason), 'imported') } };
}

export const isAddress = (text: string): boolean => ADDRESS.test(text) && !/\p{Cc}/u.test(text);

/** Our own export writes an apostrophe before a text that a spreadsheet would run as a formula. */
const withoutApostrophe = (cell: string): string => {
  const text = cell.trim();
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
};

const refuse = ({ line }: FileRecord, code: keyof typeof SUPPRESSION_REFUSALS, text: string): ImportLine => ({
  refused: { line, reason: SUPPRESSION_REFUSALS[code], text: text.replaceAll('\0', '').slice(0, LONGEST_TEXT) },
});
