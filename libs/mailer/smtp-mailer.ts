import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
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

/** Sends through an SMTP server on kept connections (nodemailer's pool). */
export class SmtpMailer extends Mailer {
  readonly concurrency: number;
  private readonly transport;

  constructor(private readonly options: SmtpMailerOptions) {
    super();
    const { url, connections, silenceMs = SILENCE_MS } = options;
    this.concurrency = connections;
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      maxMessages: EMAILS_PER_CONNECTION,
      // The pool must not send an email again, because the ledger would not know.
      maxRequeues: 0,
      connectionTimeout: Math.min(silenceMs, 15_000),
      greetingTimeout: Math.min(silenceMs, 30_000),
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transport.use('stream', watchBody);
    // The error of an idle connection that broke. Without a listener it would end the process.
    this.transport.on('error', () => undefined);
  }

  async send(email: OutgoingEmail): Promise<SendResult> {
    const body: { stream?: Readable } = {};
    try {
      const raw = await compose(email, this.options.dkim);
      const { response } = await this.handOver(email, raw, body);
      return { outcome: 'accepted', response: withoutAddresses(response) };
    } catch (error) {
      return failure(error, body.stream?.readableDidRead ?? false);
    }
  }

  close(): Promise<void> {
    this.transport.close();
    return Promise.resolve();
  }

  /**
   * `body` gets the email's stream. The stream shows later whether it was read, which happens after the server's 354.
   */
  private handOver(email: OutgoingEmail, raw: Buffer, body: { stream?: Readable }): Promise<{ response: string }> {
    return this.transport.sendMail({
      envelope: { from: email.from.address, to: [email.to] },
      raw,
      messageId: `<${email.messageId}>`,
      [WATCH]: body,
    } as never);
  }
}

/** The key in an email's data under which `watchBody` leaves the stream. */
const WATCH = 'watchBody';

interface WatchedEmail {
  readonly data: object;
  readonly message: { createReadStream: () => Readable };
}

function watchBody(email: WatchedEmail, done: () => void): void {
  const place = (email.data as Partial<Record<typeof WATCH, { stream?: Readable }>>)[WATCH];
  const open = email.message.createReadStream.bind(email.message);
  email.message.createReadStream = () => {
    const stream = open();
    if (place) place.stream = stream;
    return stream;
  };
  done();
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
