/** A pattern of SQL that a distributed Postgres refuses, or that has another meaning on each of its nodes. */
export interface Shape {
  readonly name: string;
  /** What to write instead. */
  readonly instead: string;
  /** The offsets of the shape in a text. Keywords are in capitals. */
  readonly places: (text: string, tables: ReadonlySet<string>) => number[];
}

const CHANGE = /(?<!FOR |KEY |DO )UPDATE\s+[a-z§"]|\bDELETE\s+FROM\b/;
/** Text read as an instant, and parts of an instant: both depend on the time zone of the connection. */
const DEPENDS_ON_ZONE = /\)::timestamptz\b|\bdate_trunc\(/;
const NOW = /\b(?:now|clock_timestamp|statement_timestamp)\(\)|\bCURRENT_TIMESTAMP\b/;

const indexes = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(new RegExp(pattern.source, 'g'))].map(({ index }) => index);

/** The text from each match of `opening` to the closing parenthesis or END. */
function spans(text: string, opening: RegExp): { readonly from: number; readonly inside: string }[] {
  return indexes(text, opening).map((from) => {
    let depth = 0;
    for (const { 0: token, index } of text.slice(from).matchAll(/\bCASE\b|\bEND\b|[()]/g)) {
      depth += token === 'CASE' || token === '(' ? 1 : -1;
      if (depth <= 0) return { from, inside: text.slice(from, from + index) };
    }
    return { from, inside: text.slice(from) };
  });
}

/** The column names in an expression: removes literals, casts, functions, named arguments and keywords. */
const namesColumn = (expression: string): boolean =>
  /[a-z_]{2,}/.test(expression.replaceAll(/'[^']*'|::\s*\w+|\w+\s*\(|\w+\s*=>|\b(?:interval|integer|float8?)\b/g, ' '));

/** The rest of an expression after an operator, up to the next comma or keyword outside of parentheses. */
function operand(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(
    /[(),]|\b(?:WHERE|FROM|THEN|ELSE|END|AND|OR|ORDER|LIMIT|FOR|RETURNING)\b/g,
  )) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && token !== ')')) return text.slice(0, index);
  }
  return text;
}

/** The text begins with a join condition. True where it names the retailer, or a fragment that may name it. */
const joinsRetailer = (text: string): boolean =>
  /retailer_id|\br\.id\b|§/.test(text.split(/\b(?:JOIN|WHERE|LEFT|CROSS|ORDER|GROUP|FOR|UNION|SELECT)\b/)[0] ?? '');

/** The texts from DO UPDATE to the end of its statement. */
const conflictSets = (text: string): { readonly from: number; readonly inside: string }[] =>
  indexes(text, /\bDO UPDATE\b/).map((from) => ({
    from,
    inside: text.slice(from).split(/\bRETURNING\b|\)\s*(?:SELECT|INSERT|UPDATE|DELETE)\b/)[0] ?? '',
  }));

/** Each UPDATE and DELETE, up to its end or the end of its CTE. SELECTs of an INSERT or another CTE are left out. */
const changes = (text: string): { readonly from: number; readonly inside: string }[] => statements(text, CHANGE);

const statements = (text: string, beginning: RegExp): { readonly from: number; readonly inside: string }[] =>
  indexes(text, beginning).map((from) => {
    let depth = 0;
    for (const { 0: token, index } of text.slice(from).matchAll(/[()]/g)) {
      depth += token === '(' ? 1 : -1;
      if (depth < 0) return { from, inside: text.slice(from, from + index) };
    }
    return { from, inside: text.slice(from) };
  });

/** The offsets of the matches inside the UPDATEs and DELETEs of a text. */
const inChanges = (text: string, pattern: RegExp): number[] =>
  changes(text).flatMap(({ from, inside }) => indexes(inside, pattern).map((index) => from + index));

export const REFUSED_SHAPES: readonly Shape[] = [
  {
    name: 'a volatile function in an UPDATE or DELETE',
    instead: 'bind the instant or the random number, or use now() outside of CASE and COALESCE',
    places: (text) => inChanges(text, /\b(?:clock_timestamp|random|gen_random_uuid)\(\)/),
  },
  {
    name: 'SKIP LOCKED over several retailers',
    instead: 'claim the rows of one retailer: retailer_id = $n',
    places: (text) => (/\bretailer_id = \$\d/.test(text) ? [] : indexes(text, /\bSKIP LOCKED\b/)),
  },
  {
    name: 'a column added to an instant in an UPDATE',
    instead: 'bind the instant that the column is compared with, or join an array of instants (nextRun)',
    places: (text) => [
      ...inChanges(text, /\bnow\(\)\s*[+-]/).filter((index) => namesColumn(operand(text.slice(index + 5)))),
      ...inChanges(text, /(?<![$:\w.])[a-z]\w*(?:\.\w+)?\s*[+-]\s*[^,;\n=<>()]*\binterval '/),
    ],
  },
  {
    name: 'the time in ON CONFLICT DO UPDATE',
    instead: 'take excluded.<column> and give the INSERT the instant',
    places: (text) =>
      conflictSets(text).flatMap(({ from, inside }) => indexes(inside, NOW).map((index) => from + index)),
  },
  {
    name: 'the time inside of CASE or COALESCE in an UPDATE',
    instead: 'bind the instant, read it from text in a query before, or write the condition with IS NULL OR',
    places: (text) =>
      [...changes(text), ...conflictSets(text)].flatMap((change) =>
        spans(change.inside, /\bCASE\b|\bcoalesce\(/)
          .filter(({ inside }) => NOW.test(inside) || DEPENDS_ON_ZONE.test(inside))
          .map(({ from }) => change.from + from),
      ),
  },
  {
    name: 'RETURNING something that depends on time or settings',
    instead: 'return the column and convert it in the code',
    places: (text) =>
      indexes(text, /\bRETURNING\b/).filter((index) =>
        /::text|\bextract\(|\bto_char\(|\bnow\(\)|clock_timestamp/.test(
          text.slice(index).split(/\)\s*\n?\s*SELECT\b/)[0] ?? '',
        ),
      ),
  },
  {
    name: 'a subscript of a parameter in an UPDATE',
    instead: 'join unnest(…) WITH ORDINALITY (nextRun): Citus ends with a segmentation fault',
    places: (text) => inChanges(text, /\$\d+(?:::\w+\[\])?\)?\[/),
  },
  {
    name: 'a CASE of a value in an UPDATE',
    instead: 'write CASE WHEN value = … : Citus writes the other form wrongly for the nodes',
    places: (text) => inChanges(text, /\bCASE\s+(?!WHEN\b)/),
  },
  {
    name: 'an INSERT from a SELECT with neither ON CONFLICT nor RETURNING',
    instead: 'add ON CONFLICT, or RETURNING 1: Citus would copy the rows, which row-level security refuses',
    places: (text) =>
      statements(text, /\bINSERT\s+INTO\b/)
        .filter(({ inside }) => /\)\s*SELECT\b/.test(inside) && !/\bON CONFLICT\b|\bRETURNING\b/.test(inside))
        .map(({ from }) => from),
  },
  {
    name: 'a recursive query over retailers',
    instead: 'SELECT ... FROM retailers WHERE EXISTS, or DISTINCT',
    places: (text) => indexes(text, /\bWITH RECURSIVE\b/),
  },
  {
    name: 'a join without the retailer',
    instead: 'join on retailer_id as well',
    places: (text, tables) =>
      [...text.matchAll(/\bJOIN\s+([a-z_]+)(?:\s+(?:AS\s+)?[a-z]\w*)?\s+(?:ON|USING)\b/g)]
        .filter(
          ({ 0: join, 1: table = '', index }) => tables.has(table) && !joinsRetailer(text.slice(index + join.length)),
        )
        .map(({ index }) => index),
  },
  {
    name: 'a parameter after the SELECT of an INSERT',
    instead: 'write two statements, or take excluded.<column>: Citus loses the parameters after it has copied the rows',
    places: (text) =>
      statements(text, /\bINSERT\s+INTO\b/)
        .filter(({ inside }) => /\)\s*SELECT\b/.test(inside) && /\b(?:ON CONFLICT|RETURNING)\b[^]*\$\d/.test(inside))
        .map(({ from }) => from),
  },
  {
    name: 'an outer join by a retailer that the statement computes or has written',
    instead: 'Join by the parameter. Citus 13.2.2 ends with a segmentation fault.',
    places: (text) => [
      ...(/\bLEFT JOIN\b/.test(text) ? indexes(text, /\$\d+(?:::uuid)? AS retailer_id\b/) : []),
      ...indexes(
        text,
        /\bRETURNING\b[^;]*\bLEFT JOIN [a-z_]+ [a-z]\w* ON [a-z]\w*\.retailer_id = [a-z]\w*\.retailer_id\b/,
      ),
    ],
  },
];
