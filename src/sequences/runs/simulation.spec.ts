import { describe, expect, it } from 'vitest';
import type { Eligibility } from '../../email/decision/decide.js';
import { type SimulationRules, simulate } from './simulation.js';

const STEPS = [
  { id: 'one', delayMs: 0, templateId: 'a' },
  { id: 'two', delayMs: 3_600_000, templateId: 'b' },
];
const START = new Date('2026-01-01T22:30:00Z');
const MORNING = new Date('2026-01-02T08:00:00Z');
const send = { verdict: 'send', email: 'x@example.com' } as const;

const rules = (verdict: (id: string, at: Date) => Eligibility, broken: readonly string[] = []): SimulationRules => ({
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

  it('ends if the rules always defer', async () => {
    const never = rules((_id, at) => ({ verdict: 'wait', until: new Date(+at + 1), email: 'x' }));
    expect(await simulate(STEPS, START, ['ann'], never)).toHaveLength(2);
  });
});
