import { describe, expect, it } from 'vitest';
import { decide, type SendFacts } from './decide.js';

const FACTS: SendFacts = {
  now: new Date('2026-06-10T12:00:00Z'),
  mode: 'live',
  storeInstalled: true,
  mailUnknownConsent: false,
  address: 'ada@example.com',
  marketing: 'subscribed',
  suppressed: false,
  inSegment: undefined,
  frequencyCap: null,
  recentEmails: 0,
  quietHours: null,
  timeZone: 'UTC',
};
const QUIET = { from: '10:00', to: '14:00' };
const CAP = { messages: 2, days: 7 };
const outcome = (changes: Partial<SendFacts>): string => {
  const decision = decide({ ...FACTS, ...changes });
  if (decision.verdict === 'skip') return decision.reason;
  return decision.verdict === 'wait' ? decision.until.toISOString() : decision.verdict;
};

describe('who may be emailed', () => {
  it.each([
    ['a subscriber', {}, 'send'],
    ['somebody who unsubscribed', { marketing: 'unsubscribed' }, 'unsubscribed'],
    ['somebody who never said anything', { marketing: 'unknown' }, 'no_consent'],
    ['the same where the brand emails them', { marketing: 'unknown', mailUnknownConsent: true }, 'send'],
    ['one who unsubscribed, even there', { marketing: 'unsubscribed', mailUnknownConsent: true }, 'unsubscribed'],
    ['a suppressed address', { suppressed: true }, 'suppressed'],
    ['a customer without an address', { address: null }, 'no_address'],
    ['an erased customer', { marketing: undefined, address: null }, 'customer_gone'],
    ['a member', { inSegment: true }, 'send'],
    ['one who left the segment', { inSegment: false }, 'left_segment'],
    ['one below the cap', { frequencyCap: CAP, recentEmails: 1 }, 'send'],
    ['one at the cap', { frequencyCap: CAP, recentEmails: 2 }, 'frequency_cap'],
    ['anybody of a store that is gone', { storeInstalled: false }, 'store_uninstalled'],
    ['in quiet hours', { quietHours: QUIET }, '2026-06-10T14:00:00.000Z'],
    ['in quiet hours of another zone', { quietHours: QUIET, timeZone: 'Asia/Tokyo' }, 'send'],
    ['never again, rather than after quiet hours', { quietHours: QUIET, marketing: 'unsubscribed' }, 'unsubscribed'],
  ] as const)('%s', (_name, changes, expected) => {
    expect(outcome(changes)).toBe(expected);
  });

  it.each([
    ['whatever the customer said', { marketing: 'unsubscribed' }, 'send'],
    ['an address of no customer', { marketing: undefined }, 'send'],
    ['in quiet hours and over the cap', { quietHours: QUIET, frequencyCap: CAP, recentEmails: 9 }, 'send'],
    ['not a suppressed address', { suppressed: true }, 'suppressed'],
    ['not for a store that is gone', { storeInstalled: false }, 'store_uninstalled'],
  ] as const)('a test goes to the listed address: %s', (_name, changes, expected) => {
    expect(outcome({ ...changes, mode: 'test' })).toBe(expected);
  });
});
