import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Criteria, newRule, replaced, toCriteria, toTree } from './tree.js';

const leaf = fc.oneof(
  fc.record({ minOrders: fc.nat() }),
  fc.record({ lastOrderOlderThanDays: fc.nat() }),
  fc.record({ noOrders: fc.constant(true) }),
);
const { criteria } = fc.letrec<{ criteria: Criteria }>((tie) => ({
  criteria: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ any: fc.array(tie('criteria'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('criteria') }),
    fc.record({ minOrders: fc.nat(), not: tie('criteria') }),
  ),
}));

describe('the tree of the segment builder', () => {
  it('yields the stored criteria again', () => {
    fc.assert(
      fc.property(criteria, (stored) => {
        expect(toCriteria(toTree(stored))).toEqual(stored);
      }),
    );
  });

  it('keeps two lines with the same key', () => {
    const tree = toTree({ all: [{ purchasedProductIds: ['1'] }, { purchasedProductIds: ['2'] }] });
    expect(toCriteria(tree)).toEqual({ all: [{ purchasedProductIds: ['1'] }, { purchasedProductIds: ['2'] }] });
  });

  it('leaves out lines without a value, and groups without lines', () => {
    const tree = toTree({ minOrders: 2, any: [{ noOrders: true }] });
    const [first, group] = tree.parts;
    if (!first || group?.kind !== 'group') throw new Error('the tree has another form');
    const [inner] = group.parts;
    expect(toCriteria(replaced(tree, first.id, newRule('minOrders')))).toEqual({ any: [{ noOrders: true }] });
    expect(toCriteria(replaced(tree, inner?.id ?? 0, undefined))).toEqual({ minOrders: 2 });
  });
});
