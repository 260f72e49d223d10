import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isListType,
  getNullableType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/** The most that one query may cost. */
export const LARGEST_COST = 1000;
const MUTATION_COST = 10;
const CONNECTION_COST = 2;

interface Walk {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Parts of a connection that cost nothing themselves. Its nodes have the cost. */
const FREE_FIELDS = new Set(['edges', 'pageInfo']);

/**
 * The actual cost of a query, counted from its answer: 2 for each connection, 0 for scalars, for `edges` and for
 * `pageInfo`, 1 for each other object (also the result of a mutation). An object counts as a connection if it has
 * `nodes` or `edges`.
 */
export function actualCost(data: unknown, key = ''): number {
  if (Array.isArray(data)) return data.reduce<number>((sum, item) => sum + actualCost(item, key), 0);
  if (typeof data !== 'object' || data === null) return 0;
  const own = 'nodes' in data || 'edges' in data ? CONNECTION_COST : FREE_FIELDS.has(key) || key === '' ? 0 : 1;
  return Object.entries(data).reduce((sum, [name, value]) => sum + actualCost(value, name), own);
}

/**
 * The maximum cost of a query. An object costs 1, a scalar 0, a connection 2 and its nodes times the page size, a
 * mutation 10. shopify.dev has these rules. The real figures have been lower since the platform made connections
 * cheaper, so a query that the simulator accepts is accepted by the platform.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const cost = selectionCost(operation.selectionSet, root, { schema, variables, fragments });
  return operation.operation === OperationTypeNode.MUTATION
    ? MUTATION_COST * operation.selectionSet.selections.length
    : cost;
}

function selectionCost(selectionSet: SelectionSetNode, type: GraphQLCompositeType, walk: Walk): number {
  let cost = 0;
  let costOfBranches = 0;
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      cost += fieldCost(selection, type, walk);
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    const target = condition === undefined ? type : walk.schema.getType(condition);
    if (!fragment || !isCompositeType(target)) continue;
    const branch = selectionCost(fragment.selectionSet, target, walk);
    // An object of a union or an interface matches only one of the branches.
    if (isAbstractType(type)) costOfBranches = Math.max(costOfBranches, branch);
    else cost += branch;
  }
  return cost + costOfBranches;
}

function fieldCost(node: FieldNode, parent: GraphQLCompositeType, walk: Walk): number {
  const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
  const type = field && getNamedType(field.type);
  if (!field || !isCompositeType(type) || !node.selectionSet) return 0;
  const children = selectionCost(node.selectionSet, type, walk);
  if (FREE_FIELDS.has(field.name) && isConnection(parent)) return children;
  const size = pageSizeOf(node, walk);
  if (isConnection(type)) return CONNECTION_COST + (size ?? 1) * Math.max(children, 1);
  return isPlainList(field) && size !== undefined ? size * (1 + children) : 1 + children;
}

const isConnection = (type: GraphQLCompositeType): boolean => isObjectType(type) && type.name.endsWith('Connection');

const isPlainList = (field: GraphQLField<unknown, unknown>): boolean => isListType(getNullableType(field.type));

function pageSizeOf(node: FieldNode, { variables }: Walk): number | undefined {
  const argument = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last');
  const value: unknown = argument && valueFromASTUntyped(argument.value, variables);
  return typeof value === 'number' ? value : undefined;
}
