import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { BadMail, compose, type DkimKey } from './compose.js';
import { Mailer, type OutgoingMail, type SendResult } from './mailer.js';
import { verdictOf, withoutAddresses } from './verdict.js';

export interface SmtpMailerOptions {
  /** smtp: or smtps:, with user and password where the server asks for them. */
  readonly url: string;
  /** Connections to the server at most; as many mails can be under way. */
  readonly connections: number;
  readonly dkim?: DkimKey | undefined;
  /** Longest silence of the server in ms; then the mail's outcome is decided by what is known. */
  readonly silenceMs?: number;
}

/** Several hundred mails fit through one connection; a server that wants fewer closes it, and the next one opens. */
const MAILS_PER_CONNECTION = 1_000;
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
      maxMessages: MAILS_PER_CONNECTION,
      // Ours to decide: the pool would send a mail again without a word to the ledger.
      maxRequeues: 0,
      connectionTimeout: Math.min(silenceMs, 15_000),
      greetingTimeout: Math.min(silenceMs, 30_000),
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transport.use('stream', watchBody);
    // A connection that breaks while it is idle; unheard it would end the process.
    this.transport.on('error', () => undefined);
  }

  async send(mail: OutgoingMail): Promise<SendResult> {
    const body: { stream?: Readable } = {};
    try {
      const raw = await compose(mail, this.options.dkim);
      const { response } = await this.handOver(mail, raw, body);
      return { outcome: 'accepted', response: withoutAddresses(response) };
    } catch (error) {
      return failure(error, body.stream?.readableDidRead ?? false);
    }
  }

  close(): Promise<void> {
    this.transport.close();
    return Promise.resolve();
  }

  /** The stream of the mail's bytes shows afterwards whether any of them were read: that happens after the 354. */
  private handOver(mail: OutgoingMail, raw: Buffer, body: { stream?: Readable }): Promise<{ response: string }> {
    return this.transport.sendMail({
      envelope: { from: mail.from.address, to: [mail.to] },
      raw,
      messageId: `<${mail.messageId}>`,
      [WATCH]: body,
    } as never);
  }
}

/** Under this key a mail's data carry the place where `watchBody` leaves its stream. */
const WATCH = 'watchBody';

interface WatchedMail {
  readonly data: object;
  readonly message: { createReadStream: () => Readable };
}

function watchBody(mail: WatchedMail, done: () => void): void {
  const place = (mail.data as Partial<Record<typeof WATCH, { stream?: Readable }>>)[WATCH];
  const open = mail.message.createReadStream.bind(mail.message);
  mail.message.createReadStream = () => {
    const stream = open();
    if (place) place.stream = stream;
    return stream;
  };
  done();
}

function failure(error: unknown, bodyStarted: boolean): SendResult {
  if (error instanceof BadMail) return { outcome: 'rejected', response: error.message };
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
