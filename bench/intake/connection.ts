import { connect, type Socket } from 'node:net';
import type { PreparedRequest } from './order-request.js';

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Called for every answer; status 0 is a request that the server dropped. */
export type OnAnswer = (connection: Connection, status: number, milliseconds: number) => void;

/**
 * One keep-alive connection with one request at a time. It writes prepared bytes and reads only the status and the
 * length of an answer, because a generator on the server's machine must need little CPU time.
 */
export class Connection {
  private socket: Socket | undefined;
  private head = '';
  private bodyLeft = 0;
  private status = 0;
  private sentAt = 0;
  private busy = false;
  private closing = false;

  constructor(
    private readonly port: number,
    private readonly request: Buffer,
    private readonly form: Pick<PreparedRequest, 'idOffset' | 'seal'>,
    private readonly onAnswer: OnAnswer,
  ) {}

  /** Resolves when connected. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onread = {
        buffer: Buffer.allocUnsafe(16_384),
        callback: (bytes: number, buffer: Uint8Array) => this.read(buffer as Buffer, bytes),
      };
      this.socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true, onread }, resolve);
      this.socket.on('error', reject);
      this.socket.on('close', () => this.lost());
    });
  }

  get idle(): boolean {
    return !this.busy;
  }

  /** Sends the request under the given number. */
  send(id: number): void {
    this.request.write(String(id).padStart(12, '0'), this.form.idOffset, 'latin1');
    this.form.seal?.(this.request);
    this.busy = true;
    this.sentAt = performance.now();
    this.socket?.write(this.request);
  }

  close(): void {
    this.closing = true;
    this.socket?.destroy();
  }

  private read(buffer: Buffer, bytes: number): boolean {
    if (this.bodyLeft > 0) this.bodyLeft -= bytes;
    else this.readHead(buffer.toString('latin1', 0, bytes));
    if (this.head === '' && this.bodyLeft <= 0) this.finish(this.status);
    return true;
  }

  /** Answers nearly always come in one piece. The rest of an incomplete head waits for the next piece. */
  private readHead(text: string): void {
    this.head += text;
    const end = this.head.indexOf(HEAD_END);
    if (end < 0) return;
    const length = /content-length: *(\d+)/i.exec(this.head)?.[1];
    if (length === undefined) throw new Error(`the answer has no length: ${this.head.slice(0, end)}`);
    this.status = Number(this.head.slice(STATUS_AT, STATUS_AT + 3));
    this.bodyLeft = Number(length) - (this.head.length - end - HEAD_END.length);
    this.head = '';
  }

  private finish(status: number): void {
    this.busy = false;
    this.onAnswer(this, status, performance.now() - this.sentAt);
  }

  private lost(): void {
    if (this.closing) return;
    const wasBusy = this.busy;
    this.head = '';
    this.bodyLeft = 0;
    this.open().then(
      () => wasBusy && this.finish(0),
      () => wasBusy && this.finish(0),
    );
  }
}
