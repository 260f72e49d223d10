import { describe, expect, it } from 'vitest';
import { Unreadable } from '../stores/unreadable.js';
import { DELIVERY_PROBLEMS, deliveryProblemParts, unknownTopic } from './delivery-problems.js';

describe('the problem of a delivery', () => {
  it('has its code', () => {
    const codes = Object.values(DELIVERY_PROBLEMS).map((problem) => deliveryProblemParts(problem)?.code);
    expect(codes).toEqual(Object.keys(DELIVERY_PROBLEMS));
  });

  it.each([
    [unknownTopic('carts/update'), { code: 'unknown_topic', values: { topic: 'carts/update' } }],
    [new Unreadable('body', 'is not JSON').message, { code: 'not_json', values: {} }],
    [new Unreadable('refund.transactions', 'has no usable amount').message, unusable('refund.transactions')],
    [new Unreadable('shop_domain', 'is missing').message, unusable('shop_domain')],
    ['duplicate key value violates a constraint', null],
    [null, null],
  ])('%s', (problem, parts) => {
    expect(deliveryProblemParts(problem)).toEqual(parts);
  });
});

function unusable(field: string) {
  return { code: 'unusable_field', values: { field } };
}
