import { Readable } from 'node:stream';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { BadEmail, compose, type DkimKey } from './compose.js';
import { Mailer, type OutgoingEmail, type SendResult } from './mailer.js';
import { verdictOf, withoutAddresses } from './verdict.js';

export interface SmtpMailerOptions {
  /** smtp: or smtps:, with user and password if the server requires them. */
  readonly url: string;
  /** Maximum number of connections, and of emails that are sent at the same time. */
  readonly connections: number;
  readonly dkim?: DkimKey | undefined;
  /** Timeout for an answer of the server, in ms. */
  readonly silenceMs?: number;
}

/** A server that allows fewer closes the connection. Then a new one is opened. */
const EMAILS_PER_CONNECTION = 1_000;
const SILENCE_MS = 60_000;

/**
 * Sends through an SMTP server on kept connections: nodemailer's pool, without the part of nodemailer that composes
 * emails. That part takes as much CPU time as everything else.
 */
export class SmtpMailer extends Mailer {
  readonly concurrency: number;
  private readonly pool: SMTPPool;

  constructor(private readonly options: SmtpMailerOptions) {
    super();
    const { url, connections, silenceMs = SILENCE_MS } = options;
    this.concurrency = connections;
    this.pool = new SMTPPool({
      url,
      maxConnections: connections,
      maxMessages: EMAILS_PER_CONNECTION,
      // The pool must not send an email again, because the ledger would not know.
      maxRequeues: 0,
      connectionTimeout: Math.min(silenceMs, 15_000),
      greetingTimeout: Math.min(silenceMs, 30_000),
      socketTimeout: silenceMs,
    });
    // The error of an idle connection that broke. Without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  async send(email: OutgoingEmail): Promise<SendResult> {
    let body: Readable | undefined;
    try {
      const raw = new RawEmail(email, await compose(email, this.options.dkim));
      ({ body } = raw);
      return { outcome: 'accepted', response: withoutAddresses(await this.handOver(raw)) };
    } catch (error) {
      return failure(error, body?.readableDidRead ?? false);
    }
  }

  close(): Promise<void> {
    this.pool.close();
    return Promise.resolve();
  }

  private handOver(raw: RawEmail): Promise<string> {
    return new Promise((resolve, reject) => {
      this.pool.send({ data: {}, message: raw } as never, (error, info) => {
        if (error) reject(error);
        else resolve(info?.response ?? '');
      });
    });
  }
}

/** What the pool uses of an email that is composed already. */
class RawEmail {
  /** The pool reads it after the server's 354, so `readableDidRead` says whether the server may have the email. */
  readonly body: Readable;

  constructor(
    private readonly email: OutgoingEmail,
    bytes: Buffer,
  ) {
    this.body = new Readable({
      read() {
        this.push(bytes);
        this.push(null);
      },
    });
  }

  getEnvelope = () => ({ from: this.email.from.address, to: [this.email.to] });
  messageId = () => `<${this.email.messageId}>`;
  getHeader = () => this.messageId();
  createReadStream = () => this.body;
}

function failure(error: unknown, bodyStarted: boolean): SendResult {
  if (error instanceof BadEmail) return { outcome: 'rejected', response: error.message };
  const { message, response, responseCode, code } = error as Error & {
    response?: string;
    responseCode?: number;
    code?: string;
  };
  return verdictOf({
    message: code ? `${code}: ${message}` : message,
    reply: response,
    code: responseCode,
    bodyStarted,
  });
}
