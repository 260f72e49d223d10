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
