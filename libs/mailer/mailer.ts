/** An address with the name that is shown beside it. */
export interface Mailbox {
  readonly name?: string;
  readonly address: string;
}

/** One email to one recipient, ready to be handed over. */
export interface OutgoingEmail {
  /** Given by the caller, who can find its own record by it: `<local@domain>` without the angle brackets. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly replyTo?: Mailbox;
  /** A bare address: names of recipients are personal data that no server needs. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** RFC 8058: an https address that takes a POST without cookies. */
  readonly unsubscribeUrl?: string;
  /** Further headers, such as `X-Rekindle-Test`. A name or value with a line break is refused. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is known about an email after the dialogue with the server. */
export type Verdict =
  /** The server has taken responsibility for it (2xx after the data). */
  | 'accepted'
  /** Certainly not taken, and may be tried again: 4xx, or no connection. */
  | 'deferred'
  /** Certainly not taken, and never will be: 5xx, or an email that can't be sent at all. */
  | 'rejected'
  /** The data were on their way when the connection ended: taken or not. To be sent again only by a person. */
  | 'unknown';

export interface SendResult {
  readonly outcome: Verdict;
  /** The server's last line or what went wrong, without addresses; at most 200 characters. */
  readonly response: string;
  /** SMTP reply code; undefined where the server said nothing. */
  readonly code?: number;
  /** True where the reply is about the recipient's mailbox itself (550, 5.1.x): the address is dead. */
  readonly badMailbox?: boolean;
}

/**
 * Hands emails over. Never throws for what a server or an email does: that is a verdict. Any number of sends may be under
 * way; more than `concurrency` wait for a free connection.
 */
export abstract class Mailer {
  /** How many emails can be under way at the same time. */
  abstract readonly concurrency: number;
  abstract send(email: OutgoingEmail): Promise<SendResult>;
  /**
   * Ends idle connections, and those in use once their email is handed over, without waiting for it; emails that wait for
   * a connection are deferred. A stop ends the jobs that send before.
   */
  abstract close(): Promise<void>;
}
