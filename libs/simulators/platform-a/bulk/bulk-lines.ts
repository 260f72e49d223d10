import { type FieldNode, valueFromASTUntyped } from 'graphql';
import { fieldsOf } from './bulk-query.js';

type View = Readonly<Record<string, unknown>>;
type Resolver = (args: Readonly<Record<string, unknown>>) => unknown;
type Line = Readonly<Record<string, unknown>>;

interface ConnectionView {
  readonly nodes: () => readonly View[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const PAGE = 250;

/**
 * The lines of the result of a bulk operation: one for each record, also for those inside a record, which name their
 * parent. Grouped, the records inside a record follow it. Otherwise they follow all records of the level above.
 */
export function bulkLines(root: View, field: FieldNode, grouped: boolean): Line[] {
  const levels: Line[][] = [];
  const emit = (line: Line, level: number): void => {
    const at = grouped ? 0 : level;
    (levels[at] ??= []).push(line);
  };
  for (const node of nodesOf(root[field.name.value], argumentsOf(field))) {
    emitNode(node, nodeField(field), null, 0, emit);
  }
  return levels.flat();
}

type Emit = (line: Line, level: number) => void;

function emitNode(node: View, field: FieldNode, parent: unknown, level: number, emit: Emit): void {
  const inside: (() => void)[] = [];
  const line: Record<string, unknown> = {};
  for (const child of fieldsOf(field)) {
    const value = node[child.name.value];
    if (isConnectionField(child)) {
      inside.push(() => {
        for (const one of nodesOf(value, argumentsOf(child))) {
          emitNode(one, nodeField(child), node['id'], level + 1, emit);
        }
      });
      continue;
    }
    line[child.alias?.value ?? child.name.value] = project(resolve(value, argumentsOf(child)), child);
  }
  emit(parent === null ? line : { ...line, __parentId: parent }, level);
  for (const walk of inside) walk();
}

function project(value: unknown, field: FieldNode): unknown {
  if (value === null || value === undefined || !field.selectionSet) return value ?? null;
  if (Array.isArray(value)) return value.map((one) => project(one, field));
  const view = value as View;
  return Object.fromEntries(
    fieldsOf(field).map((child) => [
      child.alias?.value ?? child.name.value,
      project(resolve(view[child.name.value], argumentsOf(child)), child),
    ]),
  );
}

/** All nodes of a connection. The page size of the document means nothing here. */
function* nodesOf(connection: unknown, args: Readonly<Record<string, unknown>>): Generator<View> {
  let after: string | null = null;
  do {
    const page: ConnectionView = resolve(connection, { ...args, first: PAGE, after }) as ConnectionView;
    yield* page.nodes();
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
}

const resolve = (value: unknown, args: Readonly<Record<string, unknown>>): unknown =>
  typeof value === 'function' ? (value as Resolver)(args) : value;

const isConnectionField = (field: FieldNode): boolean =>
  fieldsOf(field).some(({ name }) => name.value === 'edges' || name.value === 'nodes');

/** The field `node` of `edges`, or `nodes`. */
function nodeField(connection: FieldNode): FieldNode {
  const inner = fieldsOf(connection).find(({ name }) => name.value === 'edges' || name.value === 'nodes');
  const node = inner?.name.value === 'edges' ? fieldsOf(inner).find(({ name }) => name.value === 'node') : inner;
  if (!node) throw new Error('a connection of a bulk query needs nodes');
  return node;
}

function argumentsOf(field: FieldNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries((field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}
