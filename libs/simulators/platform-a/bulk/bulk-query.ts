import {
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLObjectType,
  isListType,
  isObjectType,
  Kind,
  parse,
  validate,
} from 'graphql';
import { adminSchema } from '../graphql/schema.js';

const MOST_CONNECTIONS = 5;
const DEEPEST = 2;

/**
 * The root field of a document for a bulk operation.
 * @throws {GraphQLError} where the platform would refuse it. Source: shopify.dev, bulk operations
 */
export function bulkRootField(text: string): FieldNode {
  const document = parse(text);
  const [error] = validate(adminSchema, document);
  if (error) throw error;
  const [operation] = document.definitions;
  const root = adminSchema.getQueryType();
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !root) throw new GraphQLError('Invalid bulk query');
  const fields = operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
  const [field] = fields;
  if (!field || fields.length > 1) throw new GraphQLError('Bulk queries must have one top-level field');
  const count = countConnections(field, root, { depth: 0, inList: false, parent: null });
  if (count === 0) throw new GraphQLError('Bulk queries must contain at least one connection.');
  if (count > MOST_CONNECTIONS) throw new GraphQLError('Bulk queries cannot contain more than 5 connections.');
  return field;
}

interface Where {
  readonly depth: number;
  readonly inList: boolean;
  /** The nearest record above. */
  readonly parent: FieldNode | null;
}

function countConnections(node: FieldNode, type: GraphQLObjectType, where: Where): number {
  const field = type.getFields()[node.name.value];
  const inner = field && getNamedType(field.type);
  if (!field || !isObjectType(inner)) return 0;
  const isConnection = inner.name.endsWith('Connection');
  if (isConnection) check(node, where);
  const isNode = node.name.value === 'node' || node.name.value === 'nodes';
  const below: Where = {
    depth: where.depth + (isConnection ? 1 : 0),
    inList: where.inList || (isListType(getNullableType(field.type)) && !type.name.endsWith('Connection')),
    parent: isNode ? node : where.parent,
  };
  return fieldsOf(node).reduce((sum, child) => sum + countConnections(child, inner, below), isConnection ? 1 : 0);
}

function check(node: FieldNode, { depth, inList, parent }: Where): void {
  const name = node.name.value;
  if (inList) {
    throw new GraphQLError('Queries that contain a connection field within a list field are not currently supported.');
  }
  if (depth > DEEPEST) throw new GraphQLError('Bulk queries cannot contain connections with a nesting depth over 2.');
  if (parent && !fieldsOf(parent).some((field) => field.name.value === 'id' && !field.alias)) {
    const rule = "The parent 'node' field for a nested connection must select the 'id' field without an alias";
    throw new GraphQLError(`${rule}. Connection fields without 'id': ${name}.`);
  }
}

export const fieldsOf = (node: FieldNode): FieldNode[] =>
  (node.selectionSet?.selections ?? []).filter((one) => one.kind === Kind.FIELD);
