import { parse } from 'libpg-query';

/** A part of the syntax tree of Postgres. */
type Tree = Readonly<Record<string, unknown>>;

/** What the statements of an expand step would break in the version before, in words; empty for a good step. */
export async function breaches(statements: readonly string[]): Promise<string[]> {
  const trees = await Promise.all(statements.map(async (text) => (await parse(text)) as { stmts?: { stmt: Tree }[] }));
  const parsed = trees.flatMap(({ stmts = [] }) =>
    stmts.flatMap(({ stmt }) => Object.entries(stmt) as [string, Tree][]),
  );
  const own = new Set([
    ...parsed.flatMap(([kind, tree]) => (kind === 'CreateStmt' ? [tableOf(tree)] : [])),
    ...parsed.flatMap(([kind, tree]) => (isPartitioning(kind, tree, parsed) ? [tableOf(tree), newNameOf(tree)] : [])),
  ]);
  const indexed = parsed.flatMap(([kind, tree]) =>
    kind === 'IndexStmt' && tree['unique'] !== true ? [tableOf(tree)] : [],
  );
  return parsed
    .filter(([kind, tree]) => !isReplacedIndex(kind, tree, indexed))
    .flatMap(([kind, tree]) => breach(kind, tree, own));
}

/**
 * Whether the statement drops only indexes that are not unique, of tables that get another index in the step. The name
 * of an index begins with that of its table. It ends in `_idx`, or in `_key` if the index is unique. An upsert may
 * need a unique index.
 */
const isReplacedIndex = (kind: string, tree: Tree, indexed: readonly string[]): boolean =>
  kind === 'DropStmt' &&
  tree['removeType'] === 'OBJECT_INDEX' &&
  dropped(tree).every((name) => name.endsWith('_idx') && indexed.some((table) => name.startsWith(`${table}_`)));

const dropped = (tree: Tree): string[] =>
  ((tree['objects'] ?? []) as Tree[]).map((each) => {
    const names = (inside(each)['items'] ?? []) as Tree[];
    return String(inside(names.at(-1))['sval']);
  });

/** Statements that change nothing for code that does not know of them. */
const HARMLESS = new Set([
  'CreateStmt',
  'CreateFunctionStmt',
  'CreateEnumStmt',
  'CreateSeqStmt',
  'CommentStmt',
  'InsertStmt',
  'LockStmt',
  'SelectStmt',
  // A savepoint, and a setting.
  'TransactionStmt',
  'UpdateStmt',
  'VariableSetStmt',
]);

function breach(kind: string, tree: Tree, own: ReadonlySet<string>): string[] {
  const table = tableOf(tree);
  if (HARMLESS.has(kind)) return [];
  // A REVOKE has the same kind.
  if (kind === 'GrantStmt' && tree['is_grant'] === true) return [];
  // Functions of this step: those that stay are not created.
  if (kind === 'GrantStmt' && tree['objtype'] === 'OBJECT_FUNCTION') return [];
  // No statement names an index.
  if (kind === 'RenameStmt' && tree['renameType'] === 'OBJECT_INDEX') return [];
  // A new table with the former name does not make up for the columns of the former one.
  if (own.has(tree['renameType'] === 'OBJECT_TABLE' ? newNameOf(tree) : table)) return [];
  if (kind === 'AlterTableStmt') return commandsOf(tree).flatMap((command) => commandBreach(table, command));
  if (kind !== 'IndexStmt') return [`${wordsOf(kind, tree)} belongs into a contract step`];
  if (tree['unique'] === true) return [`a unique index on ${table} refuses rows that the version before writes`];
  if (tree['if_not_exists'] === true) return [];
  return [`the index on ${table} needs IF NOT EXISTS, so that it can be created before without a lock`];
}

/**
 * Whether a table is renamed and becomes a partition of a new table with its name and its columns. Statements of the
 * version before then reach the same rows.
 */
function isPartitioning(kind: string, tree: Tree, step: readonly [string, Tree][]): boolean {
  if (kind !== 'RenameStmt' || tree['renameType'] !== 'OBJECT_TABLE') return false;
  const isReplaced = ([other, each]: [string, Tree]): boolean =>
    other === 'CreateStmt' && tableOf(each) === tableOf(tree) && copiesOf(each).includes(newNameOf(tree));
  const isAttached = ([other, each]: [string, Tree]): boolean =>
    other === 'AlterTableStmt' && tableOf(each) === tableOf(tree) && attachedBy(each).includes(newNameOf(tree));
  return step.some(isReplaced) && step.some(isAttached);
}

const newNameOf = (tree: Tree): string => String(tree['newname']);

/** The tables whose columns a partitioned table takes over. */
const copiesOf = (tree: Tree): string[] =>
  tree['partspec'] === undefined ? [] : ((tree['tableElts'] ?? []) as Tree[]).map((each) => tableOf(inside(each)));

const attachedBy = (tree: Tree): string[] =>
  commandsOf(tree)
    .filter(({ subtype }) => subtype === 'AT_AttachPartition')
    .map(({ def }) => (inside(def) as { readonly name?: Named }).name?.relname ?? '');

const HARMLESS_COMMANDS = new Set(['AT_DropNotNull', 'AT_ColumnDefault', 'AT_SetStatistics', 'AT_SetRelOptions']);

function commandBreach(table: string, command: Tree): string[] {
  const subtype = String(command['subtype']);
  if (HARMLESS_COMMANDS.has(subtype) || isHarmlessConstraint(subtype, command)) return [];
  if (subtype !== 'AT_AddColumn') return [`${subtype.slice(3)} on ${table} belongs into a contract step`];
  const column = inside(command['def']);
  const kinds = ((column['constraints'] ?? []) as Tree[]).map((each) => inside(each)['contype']);
  const name = `${table}.${String(column['colname'])}`;
  const isRequired = kinds.includes('CONSTR_NOTNULL') && !kinds.some((each) => GIVES_VALUE.has(String(each)));
  return [
    ...(isRequired ? [`${name} is NOT NULL without a default, so the version before can't insert`] : []),
    ...(kinds.includes('CONSTR_UNIQUE') ? [`${name} is unique, which locks and checks the whole table`] : []),
  ];
}

/**
 * Without a foreign key the version before writes the same rows. Every row with a retailer's id has that retailer,
 * because rows refer to it directly or through others.
 */
function isHarmlessConstraint(subtype: string, command: Tree): boolean {
  if (subtype === 'AT_DropConstraint') return String(command['name']).endsWith('_fkey');
  const added = inside(command['def']);
  const isToRetailer = (added['pktable'] as Named | undefined)?.relname === 'retailers';
  return subtype === 'AT_AddConstraint' && added['contype'] === 'CONSTR_FOREIGN' && isToRetailer;
}

const GIVES_VALUE = new Set(['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED']);

const commandsOf = (tree: Tree): Tree[] => ((tree['cmds'] ?? []) as Tree[]).map(inside);

/** A node is wrapped into its kind: `{ ColumnDef: { … } }`. */
const inside = (node: unknown): Tree => (Object.values((node ?? {}) as Tree)[0] ?? {}) as Tree;

interface Named {
  readonly relname?: string;
}

const tableOf = (tree: Tree): string => {
  const { relation, table } = tree as { readonly relation?: Named; readonly table?: Named };
  return (relation ?? table)?.relname ?? '';
};

const wordsOf = (kind: string, tree: Tree): string => {
  const { removeType, renameType } = tree as { readonly removeType?: string; readonly renameType?: string };
  const about = removeType ?? renameType;
  const what = about === undefined ? '' : ` of ${about.replace('OBJECT_', '').toLowerCase()}`;
  return `${kind.replace('Stmt', '')}${what}`;
};
