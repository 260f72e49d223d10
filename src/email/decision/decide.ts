import type { Marketing } from '../../commerce/model/customer.entity.js';
import type { Eligibility, FrequencyCap, MailingMode, QuietHours, SkipReason } from '../ledger/mailing.js';
import { quietUntil } from './quiet-hours.js';

/** All that decides whether one recipient gets one mail at one moment. */
export interface SendFacts {
  readonly now: Date;
  readonly mode: MailingMode;
  readonly storeInstalled: boolean;
  readonly mailUnknownConsent: boolean;
  /** In test mode the listed address; else the customer's, null where he has none. */
  readonly address: string | null;
  /** Undefined where there is no such customer (any more). */
  readonly marketing: Marketing | undefined;
  readonly suppressed: boolean;
  /** Undefined where membership is not asked for. */
  readonly inSegment: boolean | undefined;
  readonly frequencyCap: FrequencyCap | null;
  /** Mails of the days that the cap looks at: sent, being sent, or perhaps sent. */
  readonly recentMails: number;
  readonly quietHours: QuietHours | null;
  readonly timeZone: string;
}

/** Who may be mailed. What is final comes before what only waits. */
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
  if (facts.marketing === 'unknown' && !facts.mailUnknownConsent) return 'no_consent';
  if (facts.inSegment === false) return 'left_segment';
  if (facts.frequencyCap && facts.recentMails >= facts.frequencyCap.messages) return 'frequency_cap';
  return undefined;
}
