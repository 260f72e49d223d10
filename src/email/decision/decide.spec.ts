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
  ordered: false,
  conditionFails: false,
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

describe('the decision about an email', () => {
  it.each([
    ['a subscriber', {}, 'send'],
    ['a customer who unsubscribed', { marketing: 'unsubscribed' }, 'unsubscribed'],
    ['a customer without a choice', { marketing: 'unknown' }, 'no_consent'],
    [
      'a customer without a choice, if the brand sends to them',
      { marketing: 'unknown', mailUnknownConsent: true },
      'send',
    ],
    ['a customer who unsubscribed, even then', { marketing: 'unsubscribed', mailUnknownConsent: true }, 'unsubscribed'],
    ['a customer without a choice, to ask for it', { mode: 'confirmation', marketing: 'unknown' }, 'send'],
    ['a subscriber, to ask again', { mode: 'confirmation' }, 'already_subscribed'],
    ['a customer who unsubscribed, to ask again', { mode: 'confirmation', marketing: 'unsubscribed' }, 'unsubscribed'],
    ['a suppressed address, to ask', { mode: 'confirmation', marketing: 'unknown', suppressed: true }, 'suppressed'],
    ['a suppressed address', { suppressed: true }, 'suppressed'],
    ['a customer without an address', { address: null }, 'no_address'],
    ['an erased customer', { marketing: undefined, address: null }, 'customer_gone'],
    ['a member', { inSegment: true }, 'send'],
    ['a customer who left the segment', { inSegment: false }, 'left_segment'],
    ['a customer who ordered since the entry', { ordered: true }, 'ordered'],
    ['a customer whose condition fails', { conditionFails: true }, 'condition'],
    ['a customer who ordered, whatever the condition says', { ordered: true, conditionFails: true }, 'ordered'],
    [
      'a failing condition at the frequency cap',
      { conditionFails: true, frequencyCap: CAP, recentEmails: 2 },
      'condition',
    ],
    ['a customer below the frequency cap', { frequencyCap: CAP, recentEmails: 1 }, 'send'],
    ['a customer at the frequency cap', { frequencyCap: CAP, recentEmails: 2 }, 'frequency_cap'],
    ['every customer of an uninstalled store', { storeInstalled: false }, 'store_uninstalled'],
    ['a customer in quiet hours', { quietHours: QUIET }, '2026-06-10T14:00:00.000Z'],
    ['a customer outside of quiet hours in another time zone', { quietHours: QUIET, timeZone: 'Asia/Tokyo' }, 'send'],
    [
      'a final refusal instead of a delay by quiet hours',
      { quietHours: QUIET, marketing: 'unsubscribed' },
      'unsubscribed',
    ],
  ] as const)('in live mode for %s', (_name, changes, expected) => {
    expect(outcome(changes)).toBe(expected);
  });

  it.each([
    ['whatever the customer chose', { marketing: 'unsubscribed' }, 'send'],
    ['whatever the conditions say', { ordered: true, conditionFails: true }, 'send'],
    ['also an address without a customer', { marketing: undefined }, 'send'],
    ['in quiet hours and above the frequency cap', { quietHours: QUIET, frequencyCap: CAP, recentEmails: 9 }, 'send'],
    ['but not a suppressed one', { suppressed: true }, 'suppressed'],
    ['but not for an uninstalled store', { storeInstalled: false }, 'store_uninstalled'],
  ] as const)('a test goes to the listed address: %s', (_name, changes, expected) => {
    expect(outcome({ ...changes, mode: 'test' })).toBe(expected);
  });
});
