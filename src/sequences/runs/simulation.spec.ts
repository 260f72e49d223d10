import { describe, expect, it } from 'vitest';
import type { Eligibility } from '../../email/decision/decide.js';
import type { SendCondition } from '../../email/ledger/send-condition.js';
import type { RunStep } from './run.js';
import { type SimulationRules, simulate } from './simulation.js';

const HOUR_MS = 3_600_000;
const stepOf = (id: string, delayMs: number, condition?: SendCondition): RunStep => ({
  id,
  delayMs,
  emails: [{ variant: null, share: 100, templateId: id, offers: { own: null, possible: [''], shown: false } }],
  drawsOffers: false,
  condition,
});
const STEPS = [stepOf('one', 0), stepOf('two', HOUR_MS)];
const BEGIN = new Date('2026-01-01T22:30:00Z');
const START = (): Date => BEGIN;
const MORNING = new Date('2026-01-02T08:00:00Z');
const send = { verdict: 'send', email: 'x@example.com' } as const;

const rules = (
  verdict: (id: string, at: Date) => Eligibility,
  broken: readonly string[] = [],
  members: readonly string[] = [],
): SimulationRules => ({
  members: (_segment, ids) => Promise.resolve(new Set(ids.filter((id) => members.includes(id)))),
  variantOf: () => null,
  decide: (ids, at) => Promise.resolve(new Map(ids.map((id) => [id, verdict(id, at)]))),
  breakages: (_step, ids) =>
    Promise.resolve(new Map(ids.filter((id) => broken.includes(id)).map((id) => [id, 'broken_mail']))),
});

describe('simulate', () => {
  it('counts the next delay from the end of quiet hours that delayed the previous step', async () => {
    const quiet = rules((_id, at) => (at < MORNING ? { verdict: 'wait', until: MORNING, email: 'x' } : send));
    const lines = await simulate(STEPS, START, ['ann'], quiet);
    expect(lines.map(({ step, sendAt }) => [step, sendAt.toISOString()])).toEqual([
      [0, '2026-01-02T08:00:00.000Z'],
      [1, '2026-01-02T09:00:00.000Z'],
    ]);
  });

  it('has no lines after a reason that ends the way, and continues after other reasons', async () => {
    const lines = await simulate(
      STEPS,
      START,
      ['ann', 'bob', 'cyd'],
      rules((id) =>
        id === 'bob'
          ? { verdict: 'skip', reason: 'unsubscribed', email: null }
          : id === 'cyd'
            ? { verdict: 'skip', reason: 'frequency_cap', email: null }
            : send,
      ),
    );
    expect(lines.map(({ customerId, step, status }) => `${customerId} ${step} ${status}`).sort()).toEqual([
      'ann 0 queued',
      'ann 1 queued',
      'bob 0 skipped',
      'cyd 0 skipped',
      'cyd 1 skipped',
    ]);
  });

  it('names customers whose email cannot be made, and checks only customers who would get it', async () => {
    const lines = await simulate(
      STEPS.slice(0, 1),
      START,
      ['ann', 'bob'],
      rules(() => send, ['bob']),
    );
    expect(lines.map(({ customerId, status, reason }) => [customerId, status, reason])).toEqual([
      ['ann', 'queued', null],
      ['bob', 'failed', 'broken_mail'],
    ]);
  });

  it('starts each customer at its own time', async () => {
    const starts = new Map([
      ['ann', BEGIN],
      ['bob', MORNING],
    ]);
    const lines = await simulate(
      STEPS,
      (id) => starts.get(id) ?? BEGIN,
      ['ann', 'bob'],
      rules(() => send),
    );
    expect(lines.map(({ customerId, sendAt }) => `${customerId} ${sendAt.toISOString()}`).sort()).toEqual([
      'ann 2026-01-01T22:30:00.000Z',
      'ann 2026-01-01T23:30:00.000Z',
      'bob 2026-01-02T08:00:00.000Z',
      'bob 2026-01-02T09:00:00.000Z',
    ]);
  });

  describe('with a condition', () => {
    const clicked = (expected: boolean): SendCondition => ({ expected, fact: 'clicked', stepId: 'one' });
    const outcomes = async (condition: SendCondition, given: SimulationRules): Promise<string[]> => {
      const steps = [stepOf('one', 0), stepOf('two', HOUR_MS, condition), stepOf('three', HOUR_MS)];
      const lines = await simulate(steps, START, ['ann', 'bob'], given);
      return lines
        .map(({ customerId, step, status, reason, sendAt }) =>
          [customerId, step, status, reason ?? '-', sendAt.toISOString().slice(11, 16)].join(' '),
        )
        .sort();
    };
    /** Bob's emails before 23:00 are left out by the frequency cap. */
    const bobIsCapped = rules((id, at) =>
      id === 'bob' && at < new Date('2026-01-01T23:00:00Z')
        ? { verdict: 'skip', reason: 'frequency_cap', email: 'x' }
        : send,
    );

    it('says maybe where the answer is in the future, and no where the earlier email is not sent', async () => {
      expect(await outcomes(clicked(true), bobIsCapped)).toEqual([
        'ann 0 queued - 22:30',
        'ann 1 maybe - 23:30',
        'ann 2 queued - 00:30',
        'bob 0 skipped frequency_cap 22:30',
        'bob 1 skipped condition 23:30',
        'bob 2 queued - 00:30',
      ]);
    });

    it('sends the other branch to customers who did not get the earlier email', async () => {
      expect((await outcomes(clicked(false), bobIsCapped)).filter((line) => / 1 /.test(line))).toEqual([
        'ann 1 maybe - 23:30',
        'bob 1 queued - 23:30',
      ]);
    });

    it('takes the present members of a segment', async () => {
      const given = rules(() => send, [], ['ann']);
      const inside = { expected: true, fact: 'inSegment', segment: 'VIP' } as const;
      const second = (lines: string[]): string[] => lines.filter((line) => / 1 /.test(line));
      expect(second(await outcomes(inside, given))).toEqual(['ann 1 queued - 23:30', 'bob 1 skipped condition 23:30']);
      expect(second(await outcomes({ ...inside, expected: false }, given))).toEqual([
        'ann 1 skipped condition 23:30',
        'bob 1 queued - 23:30',
      ]);
    });

    it('names the reason that ends the way before the condition, and the condition before the cap', async () => {
      const never = rules((id) => ({
        verdict: 'skip',
        reason: id === 'ann' ? 'unsubscribed' : 'frequency_cap',
        email: null,
      }));
      expect(await outcomes(clicked(true), never)).toEqual([
        'ann 0 skipped unsubscribed 22:30',
        'bob 0 skipped frequency_cap 22:30',
        'bob 1 skipped condition 23:30',
        'bob 2 skipped frequency_cap 00:30',
      ]);
    });
  });

  it('ends if the rules always defer', async () => {
    const never = rules((_id, at) => ({ verdict: 'wait', until: new Date(+at + 1), email: 'x' }));
    expect(await simulate(STEPS, START, ['ann'], never)).toHaveLength(2);
  });
});
