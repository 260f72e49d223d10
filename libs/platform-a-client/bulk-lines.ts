import { parseStorableJson } from '#libs/kernel';

/** A record of the result of a bulk operation with the records inside it, as their lines have them. */
export interface BulkGroup {
  readonly root: BulkLine & { readonly id: string };
  readonly children: readonly BulkLine[];
}

export type BulkLine = Readonly<Record<string, unknown>>;

export interface BulkPage {
  readonly groups: readonly BulkGroup[];
  /** Ids of records of earlier pages whose lines came late, so that those pages lacked a part of them. */
  readonly late: readonly string[];
  /** The byte at which the next page begins; null at the end of the file. */
  readonly next: number | null;
}

interface OpenGroup {
  readonly root: BulkGroup['root'];
  readonly children: BulkLine[];
  readonly start: number;
}

/** A group is complete when this many others have begun after it. */
const OPEN_GROUPS = 50;
const LONGEST_LINE = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Puts the lines of a JSONL file together again. `__parentId` names the record to which a line belongs. It keeps one
 * page of groups and the lines of a few more in memory, whatever the size of the file.
 * @param from the byte at which `pieces` begin: the beginning of a line
 * @throws {SyntaxError} for a line that is not JSON, and for a record without an id
 */
export async function* readBulkPages(
  pieces: AsyncIterable<Buffer>,
  from: number,
  pageSize: number,
): AsyncGenerator<BulkPage> {
  const open = new Map<string, OpenGroup>();
  let late = new Set<string>();
  const page = (size: number): BulkPage => {
    const ready = [...open.values()].slice(0, size);
    for (const { root } of ready) open.delete(root.id);
    const groups = ready.map(({ root, children }) => ({ root, children }));
    const [first] = open.values();
    const done = { groups, late: [...late], next: first?.start ?? null };
    late = new Set();
    return done;
  };
  for await (const { line, start } of linesOf(pieces, from)) {
    const { __parentId: parent, ...record } = line;
    if (typeof parent !== 'string') {
      const { id } = record;
      if (typeof id !== 'string') throw new SyntaxError('a line of the result has no id');
      // A record that comes twice keeps the place of the first one, so that no page begins after records between them.
      open.set(id, { root: { ...record, id }, children: [], start: open.get(id)?.start ?? start });
      if (open.size >= pageSize + OPEN_GROUPS) yield page(pageSize);
      continue;
    }
    const group = open.get(parent);
    if (group) group.children.push(record);
    else late.add(parent);
  }
  while (open.size > pageSize) yield page(pageSize);
  yield page(pageSize);
}

async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  from: number,
): AsyncGenerator<{ readonly line: BulkLine; readonly start: number }> {
  let rest: Buffer[] = [];
  let length = 0;
  let start = from;
  for await (const piece of pieces) {
    let at = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, at)) {
      const bytes = Buffer.concat([...rest, piece.subarray(at, end)]);
      if (bytes.length > 0) yield { line: parseLine(bytes), start };
      start += bytes.length + 1;
      [rest, length] = [[], 0];
      at = end + 1;
    }
    rest.push(piece.subarray(at));
    length += piece.length - at;
    if (length > LONGEST_LINE) throw new SyntaxError('a line of the result is too long');
  }
  if (length > 0) yield { line: parseLine(Buffer.concat(rest)), start };
}

/** The parser's own message would quote the line. */
function parseLine(bytes: Buffer): BulkLine {
  let line: unknown;
  try {
    line = parseStorableJson(bytes.toString('utf8'));
  } catch {
    throw new SyntaxError('a line of the result is not JSON');
  }
  if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as BulkLine;
  throw new SyntaxError('a line of the result is not an object');
}
