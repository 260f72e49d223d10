import { Kind, parse } from 'graphql';
import type { FieldNode, SelectionSetNode } from 'graphql';
import { describe, expect, it } from 'vitest';

import * as discountOperations from './discount-operations.js';
import * as operations from './operations.js';

const { PAGE_SIZES } = operations;
const queries: [name: string, document: string, first: number][] = [
  ['SHOP', operations.SHOP, 0],
  ['SHOP_WITHOUT_LANGUAGE', operations.SHOP_WITHOUT_LANGUAGE, 0],
  ['APP_SUBSCRIPTIONS', operations.APP_SUBSCRIPTIONS, 0],
  ['WEBHOOK_SUBSCRIPTIONS', operations.WEBHOOK_SUBSCRIPTIONS, PAGE_SIZES.webhookSubscriptions],
  ['CUSTOMERS', operations.CUSTOMERS, PAGE_SIZES.customers],
  ['CUSTOMER', operations.CUSTOMER, 0],
  ['CUSTOMERS_BY_EMAIL', operations.CUSTOMERS_BY_EMAIL, PAGE_SIZES.customersByEmail],
  ['PRODUCTS', operations.PRODUCTS, PAGE_SIZES.products],
  ['ORDERS', operations.ORDERS, PAGE_SIZES.orders],
  ['ORDER', operations.ORDER, 0],
  ['ORDER_LINE_ITEMS', operations.ORDER_LINE_ITEMS, PAGE_SIZES.lineItems],
  ['ORDER_REFUNDS', operations.ORDER_REFUNDS, operations.LARGEST_PAGE],
  ['REFUND_TRANSACTIONS', operations.REFUND_TRANSACTIONS, PAGE_SIZES.refundTransactions],
  ['DISCOUNT_BY_CODE', discountOperations.DISCOUNT_BY_CODE, 0],
  ['discountsByCodes', discountOperations.discountsByCodes(100), 0],
  ['DISCOUNT_CODES', discountOperations.DISCOUNT_CODES, operations.LARGEST_PAGE],
  ['CODE_CREATION', discountOperations.CODE_CREATION, 0],
  ['CODE_CREATION_RESULTS', discountOperations.CODE_CREATION_RESULTS, operations.LARGEST_PAGE],
  ['JOB', discountOperations.JOB, 0],
  ['CONSENT', discountOperations.CONSENT, 0],
];

/** The requested cost by the platform's published rule, counting pageInfo as an object to be on the safe side. */
function costOf(selections: SelectionSetNode, pageSize: number): number {
  return selections.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + costOfField(selection, pageSize);
    return sum + (selection.kind === Kind.INLINE_FRAGMENT ? costOf(selection.selectionSet, pageSize) : 0);
  }, 0);
}

function costOfField({ name, selectionSet, arguments: given }: FieldNode, pageSize: number): number {
  if (!selectionSet) return 0;
  const first = given?.find((argument) => argument.name.value === 'first')?.value;
  if (!first) return 1 + (name.value === 'nodes' ? -1 : 0) + costOf(selectionSet, pageSize);
  const size = first.kind === Kind.INT ? Number(first.value) : pageSize;
  const fields = selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  const nodes = fields.find((field) => field.name.value === 'nodes');
  const node = 1 + costOf(nodes?.selectionSet ?? selectionSet, pageSize);
  return (nodes ? 2 + (fields.length - 1) : 0) + size * node;
}

function requestedCost(document: string, pageSize: number): number {
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
  return costOf(definition.selectionSet, pageSize);
}

describe('the documents', () => {
  it('are counted as the platform counts its own example', () => {
    const example = 'query { shop { id } orders(first: 10) { nodes { id customer { id } } } }';
    expect(requestedCost(example, 0)).toBe(1 + 2 + 10 * 2);
  });

  it.each(queries)('%s costs less than the 1000 points of one query', (_name, document, first) => {
    const cost = requestedCost(document, first);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(1_000);
  });

  it('never ask for a page that is larger than the platform allows', () => {
    for (const size of Object.values(PAGE_SIZES)) expect(size).toBeLessThanOrEqual(operations.LARGEST_PAGE);
  });

  it('are all well-formed operations with a name', () => {
    const exported = [...Object.values(operations), ...Object.values(discountOperations)];
    const documents = exported.filter((value) => typeof value === 'string');
    expect(documents).toHaveLength(16 + 12);
    for (const document of documents) {
      const { definitions } = parse(document);
      expect(definitions).toHaveLength(1);
      expect(definitions[0]).toMatchObject({ kind: Kind.OPERATION_DEFINITION, name: { kind: Kind.NAME } });
    }
  });
});
