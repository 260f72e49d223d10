import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** The behaviour of the sink for a recipient. */
export interface SinkBehaviour {
  /** Answers RCPT TO with this code (4xx or 5xx) and text. */
  readonly refuse?: { readonly code: number; readonly text: string };
  /** Answers the data with this code. */
  readonly refuseData?: { readonly code: number; readonly text: string };
  /** Waits before the answer to the data. */
  readonly delayMs?: number;
  /**
   * Breaks the connection: at RCPT TO, after the data without an answer, or after the email is accepted (its 250 is
   * lost).
   */
  readonly hangUp?: 'before_data' | 'before_answer' | 'after_accept';
}

/** An email that the sink has accepted. */
export interface CapturedEmail {
  readonly from: string;
  readonly to: string;
  /** The bytes as text, with headers and quoted-printable as received. */
  readonly source: string;
  readonly messageId: string;
  readonly at: Date;
}

export interface SmtpSinkOptions {
  readonly port?: number;
  /** False counts the emails without keeping them, for long runs. */
  readonly keep?: boolean;
}

/** An SMTP server that accepts everything and delivers nothing. Single recipients can be made to fail. */
export class SmtpSink {
  readonly emails: CapturedEmail[] = [];
  /** Number of accepted emails. */
  taken = 0;
  /** Connections that are open now. */
  open = 0;
  private readonly behaviours = new Map<string, SinkBehaviour>();

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start({ port = 0, keep = true }: SmtpSinkOptions = {}): Promise<SmtpSink> {
    const holder: { sink?: SmtpSink } = {};
    const it = (): SmtpSink => {
      if (!holder.sink) throw new Error('the sink has not started');
      return holder.sink;
    };
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      size: 10 * 1024 * 1024,
      onConnect: (_session, done) => {
        it().open += 1;
        done();
      },
      onClose: () => void (it().open -= 1),
      onRcptTo: ({ address }, session, done) => done(it().answerRecipient(address, session)),
      onData: (stream, session, done) => {
        const taken = it().take(stream, session, keep);
        // eslint-disable-next-line promise/no-callback-in-promise
        taken.then((text) => done(null, text), done);
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const address = server.server.address();
    holder.sink = new SmtpSink(server, typeof address === 'object' && address ? address.port : port);
    return holder.sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Sets the behaviour for a recipient; undefined accepts its emails again. `*` means all other recipients. */
  behave(recipient: string, behaviour: SinkBehaviour = {}): void {
    this.behaviours.set(recipient, behaviour);
  }

  /** Number of emails by recipient, without the first `earlier` emails. */
  perRecipient(earlier = 0): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { to } of this.emails.slice(earlier)) counts.set(to, (counts.get(to) ?? 0) + 1);
    return counts;
  }

  stop(): Promise<void> {
    for (const connection of this.server.connections) connection.close();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private behaviourFor(recipient: string): SinkBehaviour {
    return this.behaviours.get(recipient) ?? this.behaviours.get('*') ?? {};
  }

  private answerRecipient(recipient: string, session: SMTPServerSession): Error | null {
    const { refuse, hangUp } = this.behaviourFor(recipient);
    if (hangUp === 'before_data') this.hangUp(session);
    return refuse ? refusal(refuse) : null;
  }

  private async take(stream: SMTPServerDataStream, session: SMTPServerSession, keep: boolean): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) if (keep) chunks.push(chunk);
    const recipient = session.envelope.rcptTo[0]?.address ?? '';
    const { refuseData, delayMs, hangUp } = this.behaviourFor(recipient);
    if (delayMs) await pause(delayMs);
    if (refuseData) throw refusal(refuseData);
    if (hangUp === 'before_answer') return this.hangUp(session);
    this.taken += 1;
    if (keep) this.emails.push(sunk(session, recipient, Buffer.concat(chunks).toString()));
    if (hangUp === 'after_accept') return this.hangUp(session);
    return 'taken';
  }

  private hangUp(session: SMTPServerSession): string {
    for (const connection of this.server.connections) {
      const { session: other, _socket: socket } = connection as unknown as {
        session: SMTPServerSession;
        _socket: Socket;
      };
      if (other.id === session.id) socket.destroy();
    }
    return 'gone';
  }
}

const refusal = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });

function sunk(session: SMTPServerSession, to: string, source: string): CapturedEmail {
  const { mailFrom } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    to,
    source,
    messageId: /^message-id:\s*<([^>]+)>/im.exec(source)?.[1] ?? '',
    at: new Date(),
  };
}
