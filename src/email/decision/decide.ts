import type { Marketing } from '../../commerce/model/customer.entity.js';
import type { SendingRules } from '../ledger/dispatch.entity.js';
import type { SkipReason } from '../ledger/message.entity.js';
import { quietUntil } from './quiet-hours.js';

/** What to do with a recipient at a given time. */
export type Eligibility =
  | { readonly verdict: 'send'; readonly email: string }
  | { readonly verdict: 'wait'; readonly until: Date; readonly email: string }
  | { readonly verdict: 'skip'; readonly reason: SkipReason; readonly email: string | null };

/** Everything that decides whether one recipient gets one email at one moment. */
export interface SendFacts extends Pick<SendingRules, 'mode' | 'frequencyCap' | 'quietHours'> {
  readonly now: Date;
  readonly storeInstalled: boolean;
  readonly mailUnknownConsent: boolean;
  /** In test mode the test address of the message. In live mode the customer's address, null if there is none. */
  readonly address: string | null;
  /** Undefined if the customer does not exist, or no longer exists. */
  readonly marketing: Marketing | undefined;
  readonly suppressed: boolean;
  /** Undefined if membership is not required. */
  readonly inSegment: boolean | undefined;
  /** Whether an order has ended the sequence for the customer. */
  readonly ordered: boolean;
  /** Whether the condition of the step does not hold. */
  readonly conditionFails: boolean;
  /** Emails within the days of the frequency cap: sent, being sent, or with an unknown outcome. */
  readonly recentEmails: number;
  readonly timeZone: string;
}

/** Decides whether the recipient may get the email. A final refusal takes precedence over a reason to wait. */
export function decide(facts: SendFacts): Eligibility {
  const reason = refusal(facts);
  if (reason || !facts.address) return { verdict: 'skip', reason: reason ?? 'no_address', email: facts.address };
  if (facts.mode === 'test' || !facts.quietHours) return { verdict: 'send', email: facts.address };
  const until = quietUntil(facts.now, facts.quietHours, facts.timeZone);
  return until ? { verdict: 'wait', until, email: facts.address } : { verdict: 'send', email: facts.address };
}

function refusal(facts: SendFacts): SkipReason | undefined {
  if (!facts.storeInstalled) return 'store_uninstalled';
  if (facts.mode === 'test') return facts.suppressed ? 'suppressed' : undefined;
  if (facts.marketing === undefined) return 'customer_gone';
  if (!facts.address) return 'no_address';
  if (facts.suppressed) return 'suppressed';
  if (facts.marketing === 'unsubscribed') return 'unsubscribed';
  if (facts.mode === 'confirmation') return facts.marketing === 'subscribed' ? 'already_subscribed' : undefined;
  if (facts.marketing === 'unknown' && !facts.mailUnknownConsent) return 'no_consent';
  if (facts.inSegment === false) return 'left_segment';
  if (facts.ordered) return 'ordered';
  if (facts.conditionFails) return 'condition';
  if (facts.frequencyCap && facts.recentEmails >= facts.frequencyCap.messages) return 'frequency_cap';
  return undefined;
}
