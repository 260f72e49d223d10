import { loadModule, parseSync, SqlError } from 'libpg-query';

/** A part of the syntax tree of Postgres. */
export type Tree = Readonly<Record<string, unknown>>;

/** The first character of the placeholder of an interpolation. The others are spaces. */
export const HOLE = '§';

/** Before the first call of `treesOf`. */
export const loadParser = (): Promise<void> => loadModule();

/** What an interpolation may stand for, the most frequent first. */
const FILLINGS = [
  'hole',
  'JOIN hole ON true',
  'SELECT 1',
  '',
  'hole AS (SELECT 1)',
  'hole = 1',
  'hole int',
  'hole ON true',
  'AND hole',
];
/** What may stand around a text: it is a statement, a list of CTEs, or a subquery. */
const FRAMES = [
  ['', ''],
  ['', ' SELECT 1'],
  ['SELECT * FROM ', ''],
  ['SELECT ', ''],
] as const;
const MOST_TRIES = 400;

const STATEMENT = /^\s*\(?\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|MERGE|LOCK TABLE|TRUNCATE)\b/;
export const isStatement = (text: string): boolean => STATEMENT.test(text);

/**
 * The statements of a text as Postgres's own parser reads them. Each interpolation becomes the first filling with which
 * the text is SQL. Throws the error of the parser where there is none.
 */
export function treesOf(text: string): Tree[] {
  const parts = text.split(new RegExp(`${HOLE} *`));
  let problem: unknown;
  for (const [before, after] of FRAMES) {
    try {
      return filled(parts, before, after);
    } catch (error) {
      problem ??= error;
    }
  }
  throw problem;
}

/** An error stands at or after the hole that is to be filled in another way. */
function filled(parts: readonly string[], before: string, after: string): Tree[] {
  const choices = parts.slice(1).map(() => 0);
  let problem: unknown;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { text, starts } = joined(parts, choices);
    try {
      return statementsOf(before + text + after);
    } catch (error) {
      problem ??= error;
      const at = error instanceof SqlError ? (error.sqlDetails?.cursorPosition ?? 0) - before.length : 0;
      let hole = starts.findLastIndex((start) => start <= at);
      while (hole >= 0 && choices[hole] === FILLINGS.length - 1) choices[hole--] = 0;
      if (hole < 0) break;
      choices[hole] = (choices[hole] ?? 0) + 1;
    }
  }
  throw problem;
}

function joined(parts: readonly string[], choices: readonly number[]): { text: string; starts: number[] } {
  let [text = ''] = parts;
  const starts = choices.map((choice, index) => {
    const start = text.length;
    text += `${FILLINGS[choice]} ${parts[index + 1]}`;
    return start;
  });
  return { text, starts };
}

const statementsOf = (text: string): Tree[] =>
  (parseSync(text) as { readonly stmts?: readonly { readonly stmt: Tree }[] }).stmts?.map(({ stmt }) => stmt) ?? [];

const textOf = (name: unknown): string => {
  const [string] = nodesOf(name, 'String');
  return typeof string?.['sval'] === 'string' ? string['sval'] : '';
};

/** The last part of a name, as in `schema.function`. */
export const lastOf = (names: unknown): string => textOf(Array.isArray(names) ? names.at(-1) : undefined);

/** The column of a `ColumnRef`, and the table where the column is qualified. */
export const columnOf = (fields: unknown): { readonly table: string | undefined; readonly column: string } => ({
  table: Array.isArray(fields) && fields.length > 1 ? textOf(fields.at(-2)) : undefined,
  column: lastOf(fields),
});

/** The nodes of one kind in a tree, without those below the fields that are left out. */
export function nodesOf(tree: unknown, kind: string, leaveOut: readonly string[] = []): Tree[] {
  const found: Tree[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === kind) found.push(value as Tree);
      if (!leaveOut.includes(name)) visit(value);
    }
  };
  visit(tree);
  return found;
}
