/** The text of a record, with the number of its first line in the file. */
export interface FileRecord {
  readonly line: number;
  readonly text: string;
  /** The line was longer than the limit. The text is its beginning, and the rest of the line is lost. */
  readonly isCut?: true;
}

export interface SplitterOptions {
  /** A record of CSV may have line breaks in its cells. */
  readonly quotes: boolean;
  /** The most characters of a record. A longer one with line breaks in its cells ends at its first line break. */
  readonly longest?: number;
}

const LONGEST = 16_384;
const LINE_BREAK = '\n';

/**
 * Splits text that comes in pieces into records. An open quote spoils one record and not the file, and a line of any
 * length needs the memory of the longest record.
 */
export class RecordSplitter {
  private rest = '';
  private line = 1;
  /** Whether the rest of a line that was cut is being skipped. */
  private isSkipping = false;
  /** The first quote at or after the place of the last search, so that no text is searched twice. */
  private quote = -2;
  private readonly quotes: boolean;
  private readonly longest: number;

  constructor({ quotes, longest = LONGEST }: SplitterOptions) {
    this.quotes = quotes;
    this.longest = longest;
  }

  /** The records that are complete with this piece. */
  push(piece: string): FileRecord[] {
    const text = this.rest + piece;
    const records: FileRecord[] = [];
    this.quote = -2;
    let from = this.afterSkipped(text);
    while (from < text.length) {
      const end = this.endOf(text, from);
      if (end < 0) break;
      if (end - from > this.longest) {
        records.push({ ...this.record(text.slice(from, from + this.longest)), isCut: true });
        this.isSkipping = true;
        from = this.afterSkipped(text, from);
        continue;
      }
      records.push(this.record(text.slice(from, end)));
      from = end + 1;
    }
    this.rest = text.slice(from);
    return records;
  }

  /** The records at the end of the file, whose last line may have no line break. */
  end(): FileRecord[] {
    const records = this.rest === '' ? [] : this.rest.split(LINE_BREAK).map((text) => this.record(text));
    this.rest = '';
    return records;
  }

  /** The place after the rest of a line that was cut. */
  private afterSkipped(text: string, from = 0): number {
    if (!this.isSkipping) return from;
    const end = text.indexOf(LINE_BREAK, from);
    this.isSkipping = end < 0;
    return end < 0 ? text.length : end + 1;
  }

  private record(text: string): FileRecord {
    const { line } = this;
    this.line += 1 + (this.quotes && text.includes(LINE_BREAK) ? text.split(LINE_BREAK).length - 1 : 0);
    return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }

  /** The place of the line break that ends the record; -1 where it has not come yet. A place too far away cuts it. */
  private endOf(text: string, from: number): number {
    const first = text.indexOf(LINE_BREAK, from);
    const isLong = text.length - from > this.longest;
    if (first < 0) return isLong ? text.length : -1;
    if (!this.hasQuote(text, from, first)) return first;
    let end = first;
    while (end >= 0 && end - from <= this.longest && hasOpenQuote(text, from, end)) {
      end = text.indexOf(LINE_BREAK, end + 1);
    }
    if (end >= 0 && end - from <= this.longest) return end;
    return end < 0 && !isLong ? -1 : first;
  }

  private hasQuote(text: string, from: number, to: number): boolean {
    if (!this.quotes) return false;
    if (this.quote !== -1 && this.quote < from) this.quote = text.indexOf('"', from);
    return this.quote >= 0 && this.quote < to;
  }
}

/** A quote opens a cell at its beginning only; a pair of quotes inside is one quote. */
function hasOpenQuote(text: string, from: number, to: number): boolean {
  let open = false;
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
    if (open) open = false;
    else if (at === from || /[,;\t"\n]/.test(text.charAt(at - 1))) open = true;
  }
  return open;
}

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

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
    let close = record.indexOf('"', at + 1);
    while (close >= 0 && record.charAt(close + 1) === '"') close = record.indexOf('"', close + 2);
    if (close < 0) return undefined;
    const end = record.indexOf(delimiter, close);
    // Text after a closing quote belongs to the cell.
    const tail = record.slice(close + 1, end < 0 ? undefined : end);
    cells.push(record.slice(at + 1, close).replaceAll('""', '"') + tail);
    at = end < 0 ? record.length + 1 : end + 1;
  }
  return cells;
}
