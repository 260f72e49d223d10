/** live mails customers; test mails only the listed addresses and says so in each mail. */
export type MailingMode = 'live' | 'test';

/** open: its messages are sent when they are due. paused: they are kept until it is open again. cancelled: none is sent. */
export type MailingStatus = 'open' | 'paused' | 'cancelled';

/** Where the ledger row of a message stands. */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a message was left out. */
export const SKIP_REASONS = [
  'already_received',
  'cancelled',
  'customer_gone',
  'frequency_cap',
  'left_segment',
  'left_sequence',
  'no_address',
  'no_consent',
  'store_uninstalled',
  'suppressed',
  'unsubscribed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** At most `messages` live mails of the retailer's brand to one customer in `days` times 24 hours. */
export interface FrequencyCap {
  readonly messages: number;
  readonly days: number;
}

/** `HH:MM`, 24 hours; `from` later than `to` spans midnight. Nothing is sent from `from` until just before `to`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** The rules that every message of an execution obeys at the moment of sending. */
export interface MailingRules {
  readonly brandId: string;
  readonly mode: MailingMode;
  /** The customer must still be in it; null: membership is not asked for. */
  readonly segmentId: string | null;
  readonly frequencyCap: FrequencyCap | null;
  readonly quietHours: QuietHours | null;
  /** IANA; null: the store's, or UTC where it has none. A customer has none of his own yet on either platform. */
  readonly timeZone: string | null;
}

/** The mail side of an execution; has its id. */
export interface NewMailing extends MailingRules {
  readonly retailerId: string;
  readonly executionId: string;
}

/** One message to be sent. Repeating it (same execution, step and recipient) has no effect. */
export interface NewMessage {
  readonly stepId: string;
  readonly templateId: string;
  /** The customer; null for a test address that belongs to none. */
  readonly customerId: string | null;
  /** Only in test mode, where it is the recipient; live mails go to the customer's address of that moment. */
  readonly address?: string;
  readonly sendAt: Date;
}

/** Counts of an execution's messages, as the contract shows them. */
export interface MessageCounts {
  readonly planned: number;
  readonly queued: number;
  readonly sending: number;
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: Readonly<Record<string, number>>;
}

export interface MessageView {
  readonly id: string;
  readonly customerId: string | null;
  /** Null before it is sent (live), and after the customer was erased. */
  readonly email: string | null;
  readonly step: string;
  readonly state: MessageState;
  readonly reason: string | null;
  /** When it is due; later than planned after quiet hours or a retry. */
  readonly sendAt: Date;
  readonly sentAt: Date | null;
  /** `Message-ID` without angle brackets; made from the row, so that a provider's log and the row find each other. */
  readonly messageId: string;
}

/** A customer whom an execution has mailed, may have mailed, or is going to mail. */
export interface Reached {
  readonly customerId: string;
  readonly executionId: string;
}

/** A message that has reached its end: sent, failed, skipped or unknown. */
export interface SettledMessage {
  readonly executionId: string;
  readonly stepId: string;
  readonly customerId: string | null;
  readonly messageId: string;
  readonly state: Exclude<MessageState, 'queued' | 'sending'>;
  readonly reason: string | null;
  readonly settledAt: Date;
}

/** What would be done with a recipient at a given time. */
export type Eligibility =
  | { readonly verdict: 'send'; readonly email: string }
  | { readonly verdict: 'wait'; readonly until: Date; readonly email: string }
  | { readonly verdict: 'skip'; readonly reason: SkipReason; readonly email: string | null };
