import { joinsWithoutRetailer, takesComputedRetailer } from './joined-tables.js';
import { lastOf, nodesOf, type Tree } from './statement-trees.js';

/** The shape of `refused-shapes.ts` with the same name, found in the syntax tree of a whole statement. */
export interface ParsedShape {
  readonly name: string;
  readonly isIn: (statement: Tree, tables: ReadonlySet<string>) => boolean;
}

const VOLATILE = new Set(['clock_timestamp', 'random', 'gen_random_uuid']);
const TIMES = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']);
const BY_SETTINGS = new Set([...TIMES, 'extract', 'to_char']);

const calls = (tree: unknown, functions: ReadonlySet<string>): boolean =>
  nodesOf(tree, 'FuncCall').some(({ funcname }) => functions.has(lastOf(funcname)));
const asksForTime = (tree: unknown): boolean =>
  calls(tree, TIMES) || nodesOf(tree, 'SQLValueFunction').some(({ op }) => /TIME|DATE/.test(String(op)));

/** Text read as an instant, and parts of an instant: both depend on the time zone of the connection. */
const dependsOnZone = (tree: unknown): boolean =>
  calls(tree, new Set(['date_trunc'])) ||
  nodesOf(tree, 'TypeCast').some(
    ({ typeName, arg }) => lastOf((typeName as Tree)['names']) === 'timestamptz' && nodesOf([arg], 'A_Expr').length > 0,
  );

/** What stands in the place of an interpolation may be anything, so it is no column. */
const namesColumn = (tree: unknown): boolean =>
  nodesOf(tree, 'ColumnRef').some(({ fields }) => !lastOf(fields).includes('hole'));
const hasInterval = (tree: unknown): boolean =>
  calls(tree, new Set(['make_interval'])) ||
  nodesOf(tree, 'TypeCast').some(({ typeName }) => lastOf((typeName as Tree)['names']) === 'interval');

/** The parts of an UPDATE or DELETE that the nodes run. Queries of the WITH before it are statements of their own. */
const changesOf = (statement: Tree): Tree[] =>
  [...nodesOf(statement, 'UpdateStmt'), ...nodesOf(statement, 'DeleteStmt')].map((change) => withoutWith(change));
const conflictsOf = (statement: Tree): Tree[] =>
  nodesOf(statement, 'InsertStmt').flatMap(({ onConflictClause }) =>
    onConflictClause === undefined ? [] : [onConflictClause as Tree],
  );
const withoutWith = (node: Tree): Tree => ({ ...node, withClause: undefined });

const addsColumnToTime = ({ name, lexpr, rexpr }: Tree): boolean => {
  if (!['+', '-'].includes(lastOf(name))) return false;
  const mixes = (one: unknown, other: unknown): boolean => asksForTime(one) && namesColumn(other);
  const both = [lexpr, rexpr];
  return mixes(lexpr, rexpr) || mixes(rexpr, lexpr) || (both.some(namesColumn) && both.some(hasInterval));
};

/** Whether a condition compares the retailer with a parameter. An interpolation may do that too. */
const ofOneRetailer = (select: Tree): boolean =>
  nodesOf(select, 'A_Expr').some(
    ({ name, lexpr, rexpr }) =>
      lastOf(name) === '=' && namesRetailer(lexpr) && nodesOf([rexpr], 'ParamRef').length === 1,
  );
const namesRetailer = (tree: unknown): boolean =>
  nodesOf(tree, 'ColumnRef').some(({ fields }) => lastOf(fields) === 'retailer_id' || isRetailersId(fields));
const isRetailersId = (fields: unknown): boolean =>
  nodesOf(fields, 'String')
    .map(({ sval }) => sval)
    .join('.') === 'r.id';

const skipsLocked = ({ lockingClause }: Tree): boolean =>
  nodesOf(lockingClause, 'LockingClause').some(({ waitPolicy }) => waitPolicy === 'LockWaitSkip');

/** A table that is joined to rows of another statement or of parameters. */
const isJoinedByOther = ({ rarg, quals, usingClause }: Tree, tables: ReadonlySet<string>): boolean => {
  const { relname } = ((rarg as Tree)['RangeVar'] ?? {}) as Tree;
  if (!tables.has(String(relname)) || (quals === undefined && usingClause === undefined)) return false;
  const using = nodesOf(usingClause, 'String').map(({ sval }) => String(sval));
  const named = nodesOf(quals, 'ColumnRef').some(({ fields }) => lastOf(fields).includes('hole'));
  return !using.some((name) => name === 'retailer_id' || name.includes('hole')) && !named && !namesRetailer(quals);
};

export const PARSED_SHAPES: readonly ParsedShape[] = [
  {
    name: 'a volatile function in an UPDATE or DELETE',
    isIn: (statement) => changesOf(statement).some((change) => calls(change, VOLATILE)),
  },
  {
    name: 'SKIP LOCKED over several retailers',
    isIn: (statement) =>
      nodesOf(statement, 'SelectStmt').some((select) => skipsLocked(select) && !ofOneRetailer(withoutWith(select))),
  },
  {
    name: 'a column added to an instant in an UPDATE',
    isIn: (statement) => nodesOf(changesOf(statement), 'A_Expr').some(addsColumnToTime),
  },
  {
    name: 'the time in ON CONFLICT DO UPDATE',
    isIn: (statement) => conflictsOf(statement).some(asksForTime),
  },
  {
    name: 'the time inside of CASE or COALESCE in an UPDATE',
    isIn: (statement) => {
      const changed = [...changesOf(statement), ...conflictsOf(statement)];
      return [...nodesOf(changed, 'CaseExpr'), ...nodesOf(changed, 'CoalesceExpr')].some(
        (tree) => asksForTime(tree) || dependsOnZone(tree),
      );
    },
  },
  {
    name: 'RETURNING something that depends on time or settings',
    isIn: (statement) =>
      ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some((kind) =>
        nodesOf(statement, kind).some(({ returningClause }) => dependsOnSettings(returningClause)),
      ),
  },
  {
    name: 'a subscript of a parameter in an UPDATE',
    isIn: (statement) => nodesOf(changesOf(statement), 'A_Indirection').some(isSubscriptOfParameter),
  },
  {
    name: 'a CASE of a value in an UPDATE',
    isIn: (statement) => nodesOf(changesOf(statement), 'CaseExpr').some(({ arg }) => arg !== undefined),
  },
  {
    name: 'an INSERT from a SELECT with neither ON CONFLICT nor RETURNING',
    isIn: (statement) => nodesOf(statement, 'InsertStmt').some(copiesRows),
  },
  {
    name: 'a recursive query over retailers',
    isIn: (statement) => /"recursive":true/.test(JSON.stringify(statement)),
  },
  {
    name: 'a join without the retailer',
    isIn: (statement, tables) =>
      joinsWithoutRetailer(statement, tables) ||
      takesComputedRetailer(statement) ||
      nodesOf(statement, 'JoinExpr').some((join) => isJoinedByOther(join, tables)),
  },
  {
    name: 'a parameter after the SELECT of an INSERT',
    isIn: (statement) =>
      nodesOf(statement, 'InsertStmt').some(
        (insert) =>
          isFromSelect(insert) &&
          nodesOf([insert['onConflictClause'], insert['returningClause']], 'ParamRef').length > 0,
      ),
  },
];

const dependsOnSettings = (returned: unknown): boolean =>
  asksForTime(returned) ||
  calls(returned, BY_SETTINGS) ||
  nodesOf(returned, 'TypeCast').some(({ typeName }) => lastOf((typeName as Tree)['names']) === 'text');

const isSubscriptOfParameter = ({ arg, indirection }: Tree): boolean =>
  nodesOf(indirection, 'A_Indices').length > 0 && nodesOf([arg], 'ParamRef').length > 0;

const copiesRows = (insert: Tree): boolean =>
  isFromSelect(insert) && !insert['onConflictClause'] && !insert['returningClause'];

const isFromSelect = ({ selectStmt }: Tree): boolean => {
  const { SelectStmt: select } = (selectStmt ?? {}) as { readonly SelectStmt?: Tree };
  return select !== undefined && select['valuesLists'] === undefined;
};
