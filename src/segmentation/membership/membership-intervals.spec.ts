import { describe, expect, it } from 'vitest';
import { intervalChanges } from './membership-intervals.js';

const PAIR = { segmentId: 'segment', customerId: 'ann' };
const entered = (at: number, pair = PAIR) => ({ ...pair, kind: 'entered' as const, cause: 'clock', at });
const left = (at: number, pair = PAIR) => ({ ...pair, kind: 'left' as const, cause: 'clock', at });

describe('intervalChanges', () => {
  it('starts an open interval when a customer enters', () => {
    expect(intervalChanges([entered(1)])).toEqual({
      ended: [],
      started: [{ ...PAIR, enteredAt: 1, leftAt: null }],
    });
  });

  it('ends the stored interval when a customer leaves', () => {
    expect(intervalChanges([left(1)])).toEqual({ ended: [{ ...PAIR, at: 1 }], started: [] });
  });

  it('closes an interval that starts and ends within the changes', () => {
    expect(intervalChanges([entered(1), left(2), entered(3)])).toEqual({
      ended: [],
      started: [
        { ...PAIR, enteredAt: 1, leftAt: 2 },
        { ...PAIR, enteredAt: 3, leftAt: null },
      ],
    });
  });

  it('ends the stored interval before it starts a new one', () => {
    expect(intervalChanges([left(1), entered(2), left(3)])).toEqual({
      ended: [{ ...PAIR, at: 1 }],
      started: [{ ...PAIR, enteredAt: 2, leftAt: 3 }],
    });
  });

  it('keeps the intervals of two customers apart', () => {
    const bob = { ...PAIR, customerId: 'bob' };
    expect(intervalChanges([entered(1), left(2, bob)])).toEqual({
      ended: [{ ...bob, at: 2 }],
      started: [{ ...PAIR, enteredAt: 1, leftAt: null }],
    });
  });
});
