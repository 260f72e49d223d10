/** The text of a record, with the number of its first line in the file. */
export interface FileRecord {
  readonly line: number;
  readonly text: string;
}

/** Longer records are cut at their first line break. So an open quote spoils one record and not the file. */
const LONGEST = 16_384;
const LINE_BREAK = '\n';

/** Splits text that comes in pieces into records. With `quotes`, a record of CSV may have line breaks in its cells. */
export class RecordSplitter {
  private rest = '';
  private line = 1;

  constructor(private readonly quotes: boolean) {}

  /** The records that are complete with this piece. */
  push(piece: string): FileRecord[] {
    const text = this.rest + piece;
    const records: FileRecord[] = [];
    let from = 0;
    for (let end = this.endOf(text, from); end >= 0; end = this.endOf(text, from)) {
      records.push(this.record(text.slice(from, end)));
      from = end + 1;
    }
    this.rest = text.slice(from);
    return records;
  }

  /** The records at the end of the file, whose last line may have no line break. */
  end(): FileRecord[] {
    const records = this.rest.split(LINE_BREAK).map((text) => this.record(text));
    this.rest = '';
    return records;
  }

  private record(text: string): FileRecord {
    const { line } = this;
    this.line += 1 + (this.quotes ? text.split(LINE_BREAK).length - 1 : 0);
    return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }

  /** The place of the line break that ends the record; -1 where it has not come yet. */
  private endOf(text: string, from: number): number {
    const first = text.indexOf(LINE_BREAK, from);
    if (!this.quotes) return first >= 0 || text.length - from <= LONGEST ? first : from + LONGEST;
    let end = first;
    while (end >= 0 && end - from <= LONGEST && hasOpenQuote(text, from, end)) end = text.indexOf(LINE_BREAK, end + 1);
    if (end >= 0 && end - from <= LONGEST) return end;
    if (end < 0 && text.length - from <= LONGEST) return -1;
    return first < 0 || first - from > LONGEST ? from + LONGEST : first;
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
