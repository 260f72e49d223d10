import { describe, expect, it } from 'vitest';
import { DiscountRefusedError, type DiscountRule } from '../../stores/discounts.js';
import { discountInput } from './discount-input.js';

const RULE: DiscountRule = {
  key: 'RK-1',
  title: 'Come back: 10% off (RK-1)',
  kind: 'percent',
  value: '10',
  currency: 'USD',
  minimum: null,
  startsAt: new Date('2026-05-01T10:00:00.999Z'),
  endsAt: new Date('2026-05-15T10:00:00.999Z'),
};

const inputOf = (changes: Partial<DiscountRule> = {}) => discountInput({ ...RULE, ...changes }, 'SEED').input;

describe('the input of a discount', () => {
  it('gives a share of the order, once for each code (DA1)', () => {
    expect(discountInput(RULE, 'SEED')).toEqual({
      kind: 'basic',
      input: {
        title: RULE.title,
        code: 'SEED',
        startsAt: '2026-05-01T10:00:00Z',
        endsAt: '2026-05-15T10:00:00Z',
        context: { all: 'ALL' },
        appliesOncePerCustomer: true,
        usageLimit: 1,
        customerGets: { value: { percentage: 0.1 }, items: { all: true } },
      },
    });
  });

  it.each(Array.from({ length: 100 }, (_, index) => index + 1))('writes %i percent without noise', (percent) => {
    const text = JSON.stringify(inputOf({ value: String(percent) }));
    const share = /"percentage":([\d.]+)/.exec(text)?.[1] ?? '';
    expect(share.length).toBeLessThanOrEqual(4);
    expect(Number(share) * 100).toBeCloseTo(percent, 10);
  });

  it('gives an amount, from a least order value', () => {
    expect(inputOf({ kind: 'amount', value: '5.00', minimum: '50.00' })).toMatchObject({
      customerGets: { value: { discountAmount: { amount: '5.00', appliesOnEachItem: false } } },
      minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: '50.00' } },
    });
  });

  it('gives the shipping', () => {
    const { kind, input } = discountInput({ ...RULE, kind: 'free_shipping', value: null }, 'SEED');
    expect(kind).toBe('free_shipping');
    expect(input).toMatchObject({ destination: { all: true }, usageLimit: 1 });
    expect(input).not.toHaveProperty('customerGets');
  });

  it.each<Partial<DiscountRule>>([
    { value: '0' },
    { value: '150' },
    { value: null },
    { value: 'ten' },
    { kind: 'amount', value: '-1' },
    { minimum: '0' },
    { endsAt: RULE.startsAt },
  ])('is refused for %j (DA9)', (changes) => {
    expect(() => inputOf(changes)).toThrow(DiscountRefusedError);
  });
});
