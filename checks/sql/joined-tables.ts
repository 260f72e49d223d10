import { columnOf, lastOf, nodesOf, type Tree } from './statement-trees.js';

interface Table {
  readonly alias: string;
  /** The column that has the retailer. */
  readonly column: string;
}

/** Queries of their own inside a statement: an unqualified column in one of them is not a column of the level above. */
const OWN = ['subselect', 'subquery', 'ctequery', 'withClause'];

/**
 * Whether a SELECT, UPDATE or DELETE puts rows of several tables together and does not compare the retailer of each:
 * by JOIN, comma, FROM, USING, or a subquery that names a row outside of it. An interpolation may stand for the
 * comparison.
 */
export const joinsWithoutRetailer = (statement: Tree, tables: ReadonlySet<string>): boolean =>
  levelsOf(statement).some((level) => {
    const joined = fromOf(level).flatMap((item) => tablesOf(item, tables));
    const isJoin = joined.length > 1 || (joined.length === 1 && isCorrelated(level));
    return isJoin && !hasHole(level) && joined.some((table) => !isCompared(table, level));
  });

/**
 * Whether a subquery takes the retailer of a row that the statement itself computes: of a query or function in the FROM
 * around it, or of a query of the WITH. Citus refuses that unless the planner flattens the subquery.
 * Not seen: a lateral query of the FROM, and a column without the name of its table.
 */
export const takesComputedRetailer = (statement: Tree): boolean => {
  const queries = new Set(nodesOf(statement, 'CommonTableExpr').map(({ ctename }) => String(ctename)));
  return levelsOf(statement).some((level) => {
    const computed = new Set(fromOf(level).flatMap((item) => computedOf(item, queries)));
    const below = nodesOf(level, 'SubLink').map(({ subselect }) => subselect);
    return nodesOf(below, 'ColumnRef').some(({ fields }) => {
      const { table, column } = columnOf(fields);
      return column === 'retailer_id' && table !== undefined && computed.has(table);
    });
  });
};

/** Each part of the statement that has a FROM of its own. The arms of a UNION are not wrapped in the tree. */
const levelsOf = (statement: Tree): Tree[] => [
  ...nodesOf(statement, 'SelectStmt').flatMap(armsOf),
  ...nodesOf(statement, 'UpdateStmt'),
  ...nodesOf(statement, 'DeleteStmt'),
];

function armsOf(select: Tree): Tree[] {
  const { larg, rarg } = select;
  return larg === undefined ? [select] : [...armsOf(larg as Tree), ...armsOf(rarg as Tree)];
}

const fromOf = ({ relation, fromClause = [], usingClause = [] }: Tree): Tree[] => [
  ...(relation === undefined ? [] : [{ RangeVar: relation }]),
  ...(fromClause as Tree[]),
  ...(usingClause as Tree[]),
];

function tablesOf({ RangeVar: table, JoinExpr: join }: Tree, tables: ReadonlySet<string>): Table[] {
  if (join !== undefined) {
    const { larg, rarg } = join as Tree;
    return [...tablesOf(larg as Tree, tables), ...tablesOf(rarg as Tree, tables)];
  }
  const name = String((table as Tree | undefined)?.['relname']);
  if (!tables.has(name)) return [];
  return [{ alias: aliasOf(table as Tree), column: name === 'retailers' ? 'id' : 'retailer_id' }];
}

/** The aliases of the rows that the statement computes. */
function computedOf(item: Tree, queries: ReadonlySet<string>): string[] {
  const { RangeVar: table, JoinExpr: join, RangeSubselect: query, RangeFunction: call } = item;
  if (join !== undefined) {
    const { larg, rarg } = join as Tree;
    return [...computedOf(larg as Tree, queries), ...computedOf(rarg as Tree, queries)];
  }
  if (table !== undefined) return queries.has(String((table as Tree)['relname'])) ? [aliasOf(table as Tree)] : [];
  return [aliasOf((query ?? call) as Tree)];
}

const aliasOf = ({ alias, relname }: Tree): string => String((alias as Tree | undefined)?.['aliasname'] ?? relname);

/** Whether the level takes rows of outside: it qualifies a column with a name that nothing in it has. */
function isCorrelated(level: Tree): boolean {
  const own = new Set([
    ...nodesOf(level, 'RangeVar').map(aliasOf),
    ...nodesOf(level, 'alias').map(({ aliasname }) => String(aliasname)),
    ...(level['relation'] === undefined ? [] : [aliasOf(level['relation'] as Tree)]),
    'excluded',
    'hole',
  ]);
  return nodesOf(level, 'ColumnRef').some(({ fields }) => {
    const { table } = columnOf(fields);
    return table !== undefined && !own.has(table);
  });
}

const hasHole = (level: Tree): boolean => JSON.stringify(level).includes('"hole"');

function isCompared({ alias, column }: Table, level: Tree): boolean {
  const named = (leaveOut: readonly string[], isIt: (table: string | undefined) => boolean): boolean =>
    comparisonsOf(level, leaveOut).some((tree) =>
      nodesOf(tree, 'ColumnRef', leaveOut).some(({ fields }) => {
        const found = columnOf(fields);
        return found.column === column && isIt(found.table);
      }),
    );
  const using = nodesOf(level, 'usingClause', OWN).some((names) => JSON.stringify(names).includes('"retailer_id"'));
  return using || named(['withClause'], (table) => table === alias) || named(OWN, (table) => table === undefined);
}

/** Equalities, and what is looked for with IN. */
const comparisonsOf = (level: Tree, leaveOut: readonly string[]): unknown[] => [
  ...nodesOf(level, 'A_Expr', leaveOut).filter(({ name }) => lastOf(name) === '='),
  ...nodesOf(level, 'SubLink', leaveOut).map(({ testexpr }) => testexpr),
];
