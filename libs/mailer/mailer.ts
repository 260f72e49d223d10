/** An address with a display name. */
export interface Mailbox {
  readonly name?: string;
  readonly address: string;
}

/** One email to one recipient, ready to be sent. */
export interface OutgoingEmail {
  /** Chosen by the caller, so that it can find its own record: `<local@domain>` without the angle brackets. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly replyTo?: Mailbox;
  /** A bare address: names of recipients are personal data that no server needs. */
  readonly to: string;
  readonly subject: string;
  /** Bytes are quoted-printable already. */
  readonly html: string | Uint8Array;
  readonly text: string | Uint8Array;
  /** RFC 8058: an https address that accepts a POST without cookies. */
  readonly unsubscribeUrl?: string;
  /** Further headers, such as `X-Rekindle-Test`. A name or value with a line break is refused. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of the dialogue with the mail server. */
export type Verdict =
  /** The server has accepted the email (2xx after the data). */
  | 'accepted'
  /** Not accepted, and may be tried again: 4xx, or no connection. */
  | 'deferred'
  /** Not accepted, and never will be: 5xx, or an invalid email. */
  | 'rejected'
  /**
   * The connection ended while the data were being sent, so the server may have accepted the email. Only a person may
   * send it again.
   */
  | 'unknown';

export interface SendResult {
  readonly outcome: Verdict;
  /** The server's last line or the error, without addresses; at most 200 characters. */
  readonly response: string;
  /** SMTP reply code; undefined if the server sent none. */
  readonly code?: number;
  /** True if the reply says that the recipient's mailbox does not exist, such as 550 or 5.1.1. */
  readonly badMailbox?: boolean;
}

/**
 * Hands emails to a mail server. Errors of the server or in an email are results, never exceptions. Sends beyond
 * `concurrency` wait for a free connection.
 */
export abstract class Mailer {
  /** How many emails can be sent at the same time. */
  abstract readonly concurrency: number;
  abstract send(email: OutgoingEmail): Promise<SendResult>;
  /**
   * Closes idle connections at once and the others after their email, without waiting for it. Emails that wait for a
   * connection are deferred. A shutdown stops the jobs that send emails first.
   */
  abstract close(): Promise<void>;
}
