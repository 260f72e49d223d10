/**
 * Tables that only the coordinator has, each with the reason. Every other table is distributed by its retailer. There
 * is no reference table, of which each node has a copy: every row belongs to one retailer.
 */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  migrations: 'The applied migrations. Only the command that applies them reads the table, on the coordinator.',
};

/** The other tables lie beside this one. */
const FIRST = 'retailers';

/** A table of the schema. */
export interface SchemaTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  readonly refersTo: readonly string[];
}

/** A distributed table, with the column whose value decides on the node of a row. */
export interface Placement {
  readonly table: string;
  readonly column: string;
}

/** The distributed tables: `retailers` first, and each after the tables that it refers to. */
export function placementsOf(tables: readonly SchemaTable[]): Placement[] {
  const placed = new Map<string, Placement>();
  let open = tables.filter(({ name }) => !(name in LOCAL_TABLES));
  while (open.length > 0) {
    const isReady = ({ name, refersTo }: SchemaTable): boolean =>
      name === FIRST || [FIRST, ...refersTo].every((other) => other === name || placed.has(other));
    const ready = open.filter(isReady);
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${open.map(({ name }) => name).join(', ')}`);
    for (const table of ready) placed.set(table.name, { table: table.name, column: columnOf(table) });
    open = open.filter(({ name }) => !placed.has(name));
  }
  return [...placed.values()];
}

function columnOf({ name, columns }: SchemaTable): string {
  if (name === FIRST) return 'id';
  if (columns.includes('retailer_id')) return 'retailer_id';
  throw new Error(`${name} has no retailer_id, and LOCAL_TABLES gives no reason to keep it on the coordinator`);
}
