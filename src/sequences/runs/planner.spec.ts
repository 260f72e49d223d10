import { describe, expect, it } from 'vitest';
import { MESSAGE_STATUSES, type MessageStatus, SKIP_REASONS } from '../../email/ledger/message.entity.js';
import { decideNext, endsTheWay, type StepOutcome } from './planner.js';

const STEPS = [
  { id: 'one', delayMs: 0 },
  { id: 'two', delayMs: 3_000 },
  { id: 'three', delayMs: 86_400_000 },
];
const START = new Date('2026-03-28T12:00:00Z');
const LATER = new Date('2026-03-29T03:00:00Z');

const outcome = (step: number, status: MessageStatus, reason: string | null = null, at = LATER): StepOutcome => ({
  step,
  status: status,
  reason,
  at,
});

describe('decideNext', () => {
  it.each<[what: string, last: StepOutcome | undefined, decision: ReturnType<typeof decideNext>]>([
    ['begins with the first step', undefined, { action: 'send', step: 0, at: START }],
    ['waits while a message is queued', outcome(0, 'queued'), { action: 'wait' }],
    ['waits while a message is being sent', outcome(0, 'sending'), { action: 'wait' }],
    [
      'counts a delay from when the step before was sent',
      outcome(0, 'sent'),
      { action: 'send', step: 1, at: new Date('2026-03-29T03:00:03Z') },
    ],
    [
      'lets a day have 24 hours where the clocks change',
      outcome(1, 'sent', null, START),
      { action: 'send', step: 2, at: new Date('2026-03-29T12:00:00Z') },
    ],
    ['continues after a failed email', outcome(0, 'failed'), { action: 'send', step: 1, at: new Date(+LATER + 3_000) }],
    [
      'continues after an unknown outcome',
      outcome(0, 'unknown'),
      { action: 'send', step: 1, at: new Date(+LATER + 3_000) },
    ],
    [
      'goes on after a full frequency cap',
      outcome(0, 'skipped', 'frequency_cap'),
      { action: 'send', step: 1, at: new Date(+LATER + 3_000) },
    ],
    [
      'goes on after a condition that failed, from that moment',
      outcome(0, 'skipped', 'condition'),
      { action: 'send', step: 1, at: new Date(+LATER + 3_000) },
    ],
    ['leaves with who ordered', outcome(0, 'skipped', 'ordered'), { action: 'leave', reason: 'ordered' }],
    [
      'leaves with who unsubscribed',
      outcome(0, 'skipped', 'unsubscribed'),
      { action: 'leave', reason: 'unsubscribed' },
    ],
    [
      'leaves with who left the segment',
      outcome(1, 'skipped', 'left_segment'),
      { action: 'leave', reason: 'left_segment' },
    ],
    ['finishes after the last step', outcome(2, 'sent'), { action: 'finish' }],
  ])('%s', (_what, last, decision) => {
    expect(decideNext(STEPS, START, last)).toEqual(decision);
  });

  it('always ends, moves one step at a time and never goes back in time', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = generator(seed);
      const steps = Array.from({ length: 1 + random(8) }, (_, index) => ({ id: `${index}`, delayMs: random(1e9) }));
      const outcomes: StepOutcome[] = [];
      let decision = decideNext(steps, START);
      while (decision.action === 'send') {
        const { step, at } = decision;
        expect(step).toBe(outcomes.length);
        expect(+at - +(outcomes.at(-1)?.at ?? START)).toBe(steps[step]?.delayMs);
        const status = MESSAGE_STATUSES[random(MESSAGE_STATUSES.length)] ?? 'sent';
        const reason = status === 'skipped' ? (SKIP_REASONS[random(SKIP_REASONS.length)] ?? null) : null;
        const last = { step, status, reason, at: new Date(+at + random(1e6)) };
        outcomes.push(last);
        decision = decideNext(steps, START, last);
        if (decision.action === 'wait') decision = decideNext(steps, START, { ...last, status: 'sent' });
      }
      expect(decision.action === 'leave' || outcomes.length === steps.length).toBe(true);
    }
  });
});

describe('endsTheWay', () => {
  it('knows every skip reason; a full frequency cap and a condition leave out one email alone', () => {
    expect(SKIP_REASONS.filter((reason) => !endsTheWay(reason))).toEqual(['condition', 'frequency_cap', 'no_offer']);
  });
});

/** A generator of pseudo-random whole numbers below `limit`. Equal seeds give equal numbers. */
function generator(seed: number): (limit: number) => number {
  let status = seed * 2_654_435_761;
  return (limit) => {
    status = (status * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((status / 4_294_967_296) * limit);
  };
}
