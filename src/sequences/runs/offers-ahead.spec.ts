import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { percentile } from '../definitions/variants.js';
import { offersAhead, type OfferHolder } from './offers-ahead.js';
import { messageFor, type Run, stepsOf } from './run.js';

const RETAILER = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' };
const step = (id: string, more: object = {}) => ({
  id,
  delay: 'PT0S',
  subject: '{{ offer.label }}',
  body: 'x',
  ...more,
});
const quiet = (id: string, more: object = {}) => ({ ...step(id, more), subject: 'Hello' });
const VARIANTS = [
  { id: 'a', share: 50, offer: OFFER },
  { id: 'b', share: 50, offer: OFFER },
];
const mixed = [VARIANTS[0], { id: 'b', share: 50 }];

function run(definition: object): Run {
  const { steps } = definition as SequenceDefinition;
  const templateIds = steps.flatMap(({ variants = [{}] }) => variants.map(() => RETAILER));
  const stepIds = steps.map(({ id }) => id);
  return { retailerId: RETAILER, sequenceId: 's', definition, templateIds, stepIds } as unknown as Run;
}
/** Customers who get the first and the second variant of the step. */
const [first = '', second = ''] = [0, 50].map((least) =>
  Array.from({ length: 100 }, (_, index) => `customer ${index}`).find((id) => {
    const place = percentile(RETAILER, 's', 'two', id);
    return place >= least && place < least + 50;
  }),
);
const ahead = (definition: object, holder: Partial<OfferHolder> = {}): string[] => [
  ...offersAhead(run(definition), stepsOf(run(definition)), { customerId: first, from: 0, ...holder }),
];

describe('offersAhead', () => {
  it('has the offer of the sequence once, if an email shows it', () => {
    expect(ahead({ offer: OFFER, steps: [step('one'), step('two')] })).toEqual(['']);
    expect(ahead({ offer: OFFER, steps: [quiet('one')] })).toEqual([]);
    expect(ahead({ offer: OFFER, steps: [quiet('one', { body: ':::button\nShop\n:::' })] })).toEqual(['']);
  });

  it("has the offer of the customer's own variant, which later steps show too", () => {
    const definition = { offer: OFFER, steps: [quiet('one'), step('two', { variants: VARIANTS }), step('three')] };
    expect(ahead(definition)).toEqual(['two/a']);
    expect(ahead(definition, { customerId: second })).toEqual(['two/b']);
    const inherits = { ...definition, steps: [quiet('one'), step('two', { variants: mixed }), step('three')] };
    expect(ahead(inherits, { customerId: second })).toEqual(['']);
  });

  it('has both where a step with a condition may be left out', () => {
    const steps = [step('two', { variants: VARIANTS, when: { inSegment: 'Staff' } }), step('three')];
    expect(ahead({ offer: OFFER, steps })).toEqual(['two/a', '']);
  });

  it('waits for the shares of a bandit, and then has what the customer has not had yet', () => {
    const variants = { variants: mixed, allocation: 'bandit' };
    const steps = [step('one'), step('two', variants), step('three')];
    expect(ahead({ offer: OFFER, steps })).toEqual(['']);
    expect(ahead({ offer: OFFER, steps }, { from: 1 })).toEqual(['two/a']);
    expect(ahead({ offer: OFFER, steps }, { from: 1, customerId: second })).toEqual([]);
    const later = [quiet('one'), step('two', variants)];
    expect(ahead({ offer: OFFER, steps: later })).toEqual([]);
    expect(ahead({ offer: OFFER, steps: later }, { from: 1, customerId: second })).toEqual(['']);
  });
});

describe('messageFor', () => {
  const definition = { steps: [step('one'), step('two', { variants: mixed })] };
  const place = (customerId: string, offerPlace?: string) => {
    const two = stepsOf(run(definition))[1];
    const at = new Date(0);
    const had = offerPlace === undefined ? {} : { offerPlace };
    return two && messageFor(run(definition), two, { customerId, sendAt: at, enteredAt: at, ...had }).offerPlace;
  };

  it("names the offer of the variant, otherwise the customer's", () => {
    expect([place(first), place(first, 'one/x'), place(second), place(second, 'one/x')]).toEqual([
      'two/a',
      'two/a',
      '',
      'one/x',
    ]);
  });
});
