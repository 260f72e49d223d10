import type { Transform } from 'node:stream';
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
    let raw: RawEmail | undefined;
    try {
      raw = new RawEmail(email, withDots(await compose(email, this.options.dkim, END_OF_DATA)));
      return { outcome: 'accepted', response: withoutAddresses(await this.handOver(raw)) };
    } catch (error) {
      return failure(error, raw?.readableDidRead ?? false);
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

/** The line that ends the data. The bytes before it end with a line break. */
const END_OF_DATA = Buffer.from('.\r\n');
const DOT_LINE = Buffer.from('\r\n.');
const DOT = DOT_LINE.subarray(-1);

/** The bytes with the dots at the start of lines doubled (RFC 5321, 4.5.2), except the last, which ends the data. */
function withDots(bytes: Buffer): Buffer {
  const last = bytes.length - END_OF_DATA.length - 2;
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (let at = bytes.indexOf(DOT_LINE); at < last; at = bytes.indexOf(DOT_LINE, done)) {
    pieces.push(bytes.subarray(done, at + DOT_LINE.length), DOT);
    done = at + DOT_LINE.length;
  }
  return done === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(done)]);
}

/**
 * What the pool uses of an email that is composed already. `readableDidRead` and `pipe` have the names of a stream,
 * which the pool expects.
 */
class RawEmail {
  /** Set after the server's 354: from then on the server may have the email. */
  readableDidRead = false;

  constructor(
    private readonly email: OutgoingEmail,
    private readonly bytes: Buffer,
  ) {}

  getEnvelope = () => ({ from: this.email.from.address, to: [this.email.to] });
  messageId = () => `<${this.email.messageId}>`;
  getHeader = () => this.messageId();
  createReadStream = () => this;

  /**
   * Called once, with nodemailer's stream to the socket. The bytes go to its reading side, past its search for dots
   * byte by byte, which took as long as everything else that it does for an email.
   */
  pipe(toSocket: Transform): void {
    this.readableDidRead = true;
    toSocket.push(this.bytes);
    toSocket.push(null);
  }
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
