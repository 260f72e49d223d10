import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { percentile } from '../definitions/variants.js';
import { offerCost } from './offer-cost.js';

const RETAILER = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const FIVE = { kind: 'amount', value: '5.00', endsIn: 'P7D', fallback: 'skip' } as const;
const TEN = { ...FIVE, value: '10.50' } as const;
const PERCENT = { ...FIVE, kind: 'percent', value: 10 } as const;
const plain = { id: 'hello', delay: 'PT0S', subject: 'Hello', body: 'Hello' };
const shows = { id: 'offer', delay: 'P1D', subject: '{{ offer.label }}', body: 'Hello' };

/** The cost of visits with so many emails each. */
function cost(definition: object, emails: readonly number[]) {
  const { steps } = definition as SequenceDefinition;
  const sequence = { retailerId: RETAILER, id: 's', definition: definition as SequenceDefinition };
  const visits = emails.map((count, index) => ({ customerId: `customer ${index}`, emails: count }));
  const templateIds = steps.flatMap(({ variants = [{}] }) => variants.map(() => RETAILER));
  return offerCost({ ...sequence, templateIds }, visits, 'EUR');
}

describe('offerCost', () => {
  it('has one code for each customer who would have got an email that shows the offer', () => {
    const answer = cost({ offer: FIVE, steps: [plain, shows, { ...shows, id: 'again' }] }, [0, 1, 2, 3]);
    expect(answer).toEqual({ codes: 2, maximum: { amount: '10.00', currency: 'EUR' } });
  });

  it('is null without an offer, and has no maximum for a percentage or a shared code', () => {
    expect(cost({ steps: [plain] }, [1])).toBeNull();
    expect(cost({ offer: PERCENT, steps: [shows] }, [1, 1])).toEqual({ codes: 2, maximum: null });
    expect(cost({ offer: { ...FIVE, code: 'HELLO' }, steps: [shows] }, [1])).toEqual({ codes: 0, maximum: null });
  });

  it("adds up the offers of each customer's own variants, also of a bandit by its first shares", () => {
    const variants = [
      { id: 'five', share: 50, offer: FIVE },
      { id: 'ten', share: 50, offer: TEN },
    ];
    const emails = Array.from({ length: 40 }, () => 2);
    const fives = emails.filter((_, index) => percentile(RETAILER, 's', 'offer', `customer ${index}`) < 50).length;
    const cents = fives * 500 + (40 - fives) * 1_050;
    const expected = { codes: 40, maximum: { amount: (cents / 100).toFixed(2), currency: 'EUR' } };
    expect(cost({ steps: [plain, { ...shows, variants }] }, emails)).toEqual(expected);
    expect(cost({ steps: [plain, { ...shows, variants, allocation: 'bandit' }] }, emails)).toEqual(expected);
  });
});
