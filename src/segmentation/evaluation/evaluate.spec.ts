import { describe, expect, it } from 'vitest';
import { compileCriteria } from '../criteria/compile.js';
import type { CustomerFacts } from '../criteria/facts.js';
import { type Definition, type EvaluatedCustomer, Evaluation, evaluateOverdue } from './evaluate.js';
import { MembershipMatrix } from './membership-matrix.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');
const PAIR = { segmentId: 'segment', customerId: 'ann' };

function definition(criteria: object, covers: Definition['covers'] = () => true): Definition {
  const result = compileCriteria(criteria);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return { segmentId: PAIR.segmentId, criteria: result.criteria, rfm: null, covers };
}

const factsOf = (facts: Partial<CustomerFacts>): CustomerFacts => ({
  ordersCount: 1,
  totalSpent: 0n,
  largestOrder: null,
  firstOrderAt: null,
  lastOrderAt: null,
  marketing: 'unknown',
  email: null,
  country: null,
  productIds: new Set(),
  ...facts,
});

const customer = (facts: Partial<CustomerFacts>, index = 0, customerId = PAIR.customerId): EvaluatedCustomer => ({
  index,
  customerId,
  cause: 'delivery',
  facts: factsOf(facts),
});

/** The matrix of one segment and one customer. */
function matrix(member: boolean, due?: number): MembershipMatrix {
  const made = new MembershipMatrix(1, 1);
  if (member) made.setMember(0, 0);
  if (due !== undefined) made.setDue(0, 0, due);
  return made;
}

describe('Evaluation', () => {
  it.each([
    [false, 3, ['entered']],
    [true, 3, []],
    [true, 1, ['left']],
    [false, 1, []],
  ])('changes a membership that was %s to what %i orders mean: %j', (member, ordersCount, kinds) => {
    const { changes, nextChanges } = new Evaluation([definition({ minOrders: 2 })], matrix(member), NOW).of([
      customer({ ordersCount }),
    ]);
    expect(changes).toEqual(kinds.map((kind) => ({ ...PAIR, kind, cause: 'delivery', at: NOW })));
    expect(nextChanges).toEqual([]);
  });

  it('stores the instant at which time alone brings the customer in', () => {
    const lapsed = definition({ lastOrderOlderThanDays: 90 });
    const { changes, nextChanges } = new Evaluation([lapsed], matrix(false), NOW).of([customer({ lastOrderAt: NOW })]);
    expect(changes).toEqual([]);
    expect(nextChanges).toEqual([{ ...PAIR, nextChangeAt: NOW + 90 * DAY }]);
  });

  it('keeps a stored next change that is earlier than the new one', () => {
    const lapsed = definition({ lastOrderOlderThanDays: 90 });
    const stored = matrix(false, NOW + DAY);
    expect(new Evaluation([lapsed], stored, NOW).of([customer({ lastOrderAt: NOW })]).nextChanges).toEqual([]);
  });

  it('makes overdue changes at their own instants before the change of the delivery', () => {
    const recent = definition({ lastOrderWithinDays: 30 });
    const overdue = matrix(true, NOW - 5 * DAY);
    const { changes, nextChanges } = new Evaluation([recent], overdue, NOW).of([
      customer({ lastOrderAt: NOW - 35 * DAY }),
    ]);
    expect(changes).toEqual([{ ...PAIR, kind: 'left', cause: 'clock', at: NOW - 5 * DAY }]);
    expect(nextChanges).toEqual([{ ...PAIR, nextChangeAt: undefined }]);
  });

  it('leaves customers out that an evaluation of all customers has not passed yet', () => {
    const uncovered = definition({ minOrders: 1 }, () => false);
    expect(new Evaluation([uncovered], matrix(false), NOW).of([customer({})]).changes).toEqual([]);
  });

  it('groups the changes of several definitions by customer', () => {
    const definitions = [definition({ minOrders: 1 }), { ...definition({ minOrders: 2 }), segmentId: 'second' }];
    const evaluation = new Evaluation(definitions, new MembershipMatrix(2, 2), NOW);
    const { changes } = evaluation.of([customer({ ordersCount: 2 }), customer({ ordersCount: 2 }, 1, 'bob')]);
    expect(changes.map(({ customerId, segmentId }) => `${customerId} ${segmentId}`)).toEqual([
      'ann segment',
      'ann second',
      'bob segment',
      'bob second',
    ]);
  });
});

describe('evaluateOverdue', () => {
  const between = definition({ lastOrderOlderThanDays: 10, not: { lastOrderOlderThanDays: 20 } });
  const facts = factsOf({ lastOrderAt: NOW - 30 * DAY });
  const before = { customerId: PAIR.customerId, member: false, due: NOW - 20 * DAY };

  it('makes each change of a long pause at its own instant', () => {
    const { changes } = evaluateOverdue(between, before, facts, { now: NOW, rfm: null });
    expect(changes).toEqual([
      { ...PAIR, kind: 'entered', cause: 'clock', at: NOW - 20 * DAY },
      { ...PAIR, kind: 'left', cause: 'clock', at: NOW - 10 * DAY },
    ]);
  });

  it('makes no change that the new facts contradict', () => {
    const after = factsOf({ lastOrderAt: NOW - DAY });
    const { changes, nextChanges } = evaluateOverdue(between, before, after, { now: NOW, rfm: null }, 'delivery');
    expect(changes).toEqual([]);
    expect(nextChanges).toEqual([{ ...PAIR, nextChangeAt: NOW + 9 * DAY }]);
  });

  it('evaluates now last, with the cause of the new facts', () => {
    const elsewhere = definition({ any: [{ countries: ['DE'] }, { lastOrderWithinDays: 20 }] });
    const moved = factsOf({ lastOrderAt: NOW - 30 * DAY, country: 'DE' });
    const { changes } = evaluateOverdue(
      elsewhere,
      { ...before, due: NOW },
      moved,
      { now: NOW + 1, rfm: null },
      'delivery',
    );
    expect(changes).toEqual([{ ...PAIR, kind: 'entered', cause: 'clock', at: NOW }]);
  });

  it('rounds an instant between two milliseconds up', () => {
    const halfway = factsOf({ lastOrderAt: NOW - DAY + 0.5 });
    const { nextChanges } = evaluateOverdue(between, before, halfway, { now: NOW, rfm: null });
    expect(nextChanges).toEqual([{ ...PAIR, nextChangeAt: NOW + 9 * DAY + 1 }]);
  });
});
