import { describe, expect, it } from 'vitest';
import { countMessages, type Tally, tallyOfPlan } from './counts.js';

const EMPTY = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, skipped: {} };
const TALLY: Tally = { status: 'running', audience: 10, steps: 3, ledger: EMPTY, earlyEnds: [] };

describe('countMessages', () => {
  it('counts steps without a row as queued', () => {
    expect(countMessages(TALLY)).toEqual({ ...EMPTY, planned: 30, queued: 30 });
  });

  it('counts the steps after an early end with its reason', () => {
    const ledger = { ...EMPTY, sent: 8, queued: 8, skipped: { unsubscribed: 2 } };
    const earlyEnds = [{ reason: 'unsubscribed', steps: 4 }];
    expect(countMessages({ ...TALLY, ledger, earlyEnds })).toEqual({
      ...EMPTY,
      planned: 30,
      sent: 8,
      queued: 16,
      skipped: { unsubscribed: 6 },
    });
  });

  it('counts nothing as queued in a cancelled execution, also no unplanned recipient', () => {
    const ledger = { ...EMPTY, sent: 5, skipped: { cancelled: 5 } };
    const earlyEnds = [{ reason: 'cancelled', steps: 10 }];
    expect(countMessages({ ...TALLY, status: 'cancelled', ledger, earlyEnds })).toEqual({
      ...EMPTY,
      planned: 30,
      sent: 5,
      skipped: { cancelled: 25 },
    });
  });
});

describe('tallyOfPlan', () => {
  it('counts emails that would be sent as queued, and steps after an early end with its reason', () => {
    const lines = [
      { status: 'queued' as const, reason: null, lines: 19, places: 17, repeat: false },
      { status: 'failed' as const, reason: 'broken_mail', lines: 1, places: 0, repeat: false },
      { status: 'skipped' as const, reason: 'frequency_cap', lines: 2, places: 2, repeat: false },
      { status: 'skipped' as const, reason: 'unsubscribed', lines: 3, places: 1, repeat: false },
    ];
    expect(countMessages({ ...TALLY, ...tallyOfPlan(lines, 3) })).toMatchObject({
      queued: 19,
      sent: 0,
      failed: 1,
      skipped: { frequency_cap: 2, unsubscribed: 8 },
    });
  });
});
