/** The text of a record, with the number of its first line in the file. */
export interface FileRecord {
  readonly line: number;
  readonly text: string;
  /** The line was longer than the limit. The text is its beginning, and the rest of the line is lost. */
  readonly isCut?: true;
}

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface SplitterOptions {
  /** The delimiter by the header of a CSV file, whose cells may have line breaks. Without it, a record is a line. */
  readonly delimiterOf?: (header: string) => Delimiter;
  /** The most characters of a record. A longer one with line breaks in its cells ends at its first line break. */
  readonly longest?: number;
}

const LONGEST = 16_384;

/**
 * Splits text that comes in pieces into records. An open quote spoils one record and not the file, and a line of any
 * length needs the memory of the longest record.
 */
export class RecordSplitter {
  private rest = '';
  private line = 1;
  /** Undefined until the beginning of the file shows it. */
  private lineBreak: '\n' | '\r' | undefined;
  /** Of cells; undefined until the header is read. */
  private delimiter: Delimiter | undefined;
  /** Whether the rest of a line that was cut is being skipped. */
  private isSkipping = false;
  /** The first quote at or after the place of the last search, so that no text is searched twice. */
  private quote = -2;
  private readonly delimiterOf: SplitterOptions['delimiterOf'];
  private readonly longest: number;

  constructor({ delimiterOf, longest = LONGEST }: SplitterOptions) {
    this.delimiterOf = delimiterOf;
    this.longest = longest;
  }

  /** The records that are complete with this piece. */
  push(piece: string): FileRecord[] {
    const text = this.rest + piece;
    this.lineBreak ??= lineBreakOf(text, this.longest);
    if (this.lineBreak === undefined) this.rest = text;
    return this.lineBreak === undefined ? [] : this.split(text, this.lineBreak);
  }

  /** The records at the end of the file, whose last line may have no line break. */
  end(): FileRecord[] {
    const lineBreak = this.lineBreak ?? (this.rest.includes('\r') ? '\r' : '\n');
    const isOpen = this.rest !== '' && !this.rest.endsWith(lineBreak);
    const records = this.split(isOpen ? this.rest + lineBreak : this.rest, lineBreak);
    while (this.rest !== '') {
      // A quote is never closed: its record is its first line.
      const { rest } = this;
      const end = rest.indexOf(lineBreak);
      records.push(this.record(rest.slice(0, end), lineBreak), ...this.split(rest.slice(end + 1), lineBreak));
    }
    return records;
  }

  private split(text: string, lineBreak: string): FileRecord[] {
    const records: FileRecord[] = [];
    this.quote = -2;
    let from = this.afterSkipped(text, 0, lineBreak);
    while (from < text.length) {
      const end = this.endOf(text, from, lineBreak);
      if (end < 0) break;
      if (end - from > this.longest) {
        records.push({ ...this.record(text.slice(from, from + this.longest), lineBreak), isCut: true });
        this.isSkipping = true;
        from = this.afterSkipped(text, from, lineBreak);
        continue;
      }
      records.push(this.record(text.slice(from, end), lineBreak));
      from = end + 1;
    }
    this.rest = text.slice(from);
    return records;
  }

  /** The place after the rest of a line that was cut. */
  private afterSkipped(text: string, from: number, lineBreak: string): number {
    if (!this.isSkipping) return from;
    const end = text.indexOf(lineBreak, from);
    this.isSkipping = end < 0;
    return end < 0 ? text.length : end + 1;
  }

  private record(text: string, lineBreak: string): FileRecord {
    const { line } = this;
    this.line += 1 + (this.delimiterOf && text.includes(lineBreak) ? text.split(lineBreak).length - 1 : 0);
    if (this.delimiterOf && this.delimiter === undefined && text.trim() !== '') this.delimiter = this.delimiterOf(text);
    return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }

  /** The place of the line break that ends the record; -1 where it has not come yet. A place too far away cuts it. */
  private endOf(text: string, from: number, lineBreak: string): number {
    const first = text.indexOf(lineBreak, from);
    const isLong = text.length - from > this.longest;
    if (first < 0) return isLong ? text.length : -1;
    if (!this.hasQuote(text, from, first)) return first;
    const end = endOfCells(text, from, { first, lineBreak, delimiters: this.delimiter ?? DELIMITERS.join('') });
    if (end >= 0 && end - from <= this.longest) return end;
    return end < 0 && !isLong ? -1 : first;
  }

  private hasQuote(text: string, from: number, to: number): boolean {
    if (!this.delimiterOf) return false;
    if (this.quote !== -1 && this.quote < from) this.quote = text.indexOf('"', from);
    return this.quote >= 0 && this.quote < to;
  }
}

/** A file of an old spreadsheet ends its lines by CR alone. Undefined while the text is too short. */
function lineBreakOf(text: string, longest: number): '\n' | '\r' | undefined {
  const isEarly = (sign: string): boolean => text.slice(0, longest).includes(sign);
  if (isEarly('\n')) return '\n';
  if (text.length < longest) return undefined;
  return isEarly('\r') ? '\r' : '\n';
}

interface CellEnds {
  /** The place of the first line break. */
  readonly first: number;
  readonly lineBreak: string;
  readonly delimiters: string;
}

/**
 * The place of the first line break outside of quotes; -1 where it has not come yet. A quote opens a cell at its
 * beginning only; a pair of quotes inside is one quote.
 */
function endOfCells(text: string, from: number, { first, lineBreak, delimiters }: CellEnds): number {
  let end = first;
  let at = from;
  while (at < end) {
    if (text.charAt(at) === '"') {
      const close = closingQuote(text, at);
      if (close < 0) return -1;
      if (close > end) end = text.indexOf(lineBreak, close);
      at = close + 1;
    }
    while (at < end && !delimiters.includes(text.charAt(at))) at += 1;
    at += 1;
  }
  return end;
}

/** The place of the quote that closes the cell that begins with a quote; -1 where there is none. */
function closingQuote(text: string, at: number): number {
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** The delimiter that makes the most columns of a header. */
export const commonDelimiterOf = (header: string): Delimiter =>
  DELIMITERS.toSorted((a, b) => (cellsOf(header, b)?.length ?? 0) - (cellsOf(header, a)?.length ?? 0))[0] ?? ',';

/** The cells of a record; undefined where a quote is not closed. */
export function cellsOf(record: string, delimiter: Delimiter): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= record.length;) {
    if (record.charAt(at) !== '"') {
      const end = record.indexOf(delimiter, at);
      cells.push(record.slice(at, end < 0 ? undefined : end));
      at = end < 0 ? record.length + 1 : end + 1;
      continue;
    }
    const close = closingQuote(record, at);
    if (close < 0) return undefined;
    const end = record.indexOf(delimiter, close);
    // Text after a closing quote belongs to the cell.
    const tail = record.slice(close + 1, end < 0 ? undefined : end);
    cells.push(record.slice(at + 1, close).replaceAll('""', '"') + tail);
    at = end < 0 ? record.length + 1 : end + 1;
  }
  return cells;
}
