import type { SuppressionReason } from '../consent/suppression.entity.js';

const LONGEST = 200;

/** What other programs call the reasons that have a meaning here. */
const KNOWN: Readonly<Record<string, SuppressionReason>> = {
  bounce: 'hard_bounce',
  bounced: 'hard_bounce',
  'hard bounce': 'hard_bounce',
  'hard-bounce': 'hard_bounce',
  hard_bounce: 'hard_bounce',
  complaint: 'complaint',
  complained: 'complaint',
  spam: 'complaint',
  unsubscribe: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  'opt-out': 'unsubscribed',
  optout: 'unsubscribed',
};

/**
 * The reason to store. Only somebody whose reason is `unsubscribed` can take it back on our page; any other text stands
 * as it is until an admin removes the suppression.
 */
export function knownReason(given: string, fallback: string): string {
  const text = given.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? fallback : (KNOWN[text.toLowerCase()] ?? text.slice(0, LONGEST));
}
