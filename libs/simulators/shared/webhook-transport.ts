import { type Dispatcher, Pool } from 'undici';

/** The request of a delivery. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface TransportOptions {
  /** Kept-alive connections to each origin. */
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** The time limit of one request, with its connection and its answer. */
  readonly timeoutMs: number;
}

/**
 * POSTs over kept-alive connections. Uses undici's handler interface, which needs half the time of its promise
 * interface, because the sender shares the processor with the service under load.
 */
export class WebhookTransport {
  private readonly pools = new Map<string, Pool>();

  constructor(private readonly options: TransportOptions) {}

  /** Resolves with the status after the whole answer. Rejects without an answer. */
  async post(address: string, { headers, body }: SignedRequest): Promise<number> {
    const { origin, pathname, search } = new URL(address);
    const options = { method: 'POST', path: pathname + search, headers, body } as const;
    return new Promise<number>((resolve, reject) => {
      this.poolOf(origin).dispatch(options, new StatusHandler(this.options.timeoutMs, resolve, reject));
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private poolOf(origin: string): Pool {
    const known = this.pools.get(origin);
    if (known) return known;
    const { connections, connectTimeoutMs } = this.options;
    const pool = new Pool(origin, { connections, connect: { timeout: connectTimeoutMs } });
    this.pools.set(origin, pool);
    return pool;
  }
}

/** Waits for the end of an answer and discards its content. The time limit starts at the creation. */
class StatusHandler implements Dispatcher.DispatchHandler {
  private status = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly timer: NodeJS.Timeout;
  private late = false;

  constructor(
    timeoutMs: number,
    private readonly resolve: (status: number) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => this.giveUp(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.late) this.giveUp();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    this.status = statusCode;
  }

  onResponseData(): void {
    // Only the status counts.
  }

  onResponseEnd(): void {
    clearTimeout(this.timer);
    this.resolve(this.status);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.timer);
    this.reject(error);
  }

  /** Aborts the request. A request that still waits for a connection is aborted as soon as it has one. */
  private giveUp(): void {
    this.late = true;
    const timeout = new DOMException('No answer in time', 'TimeoutError');
    this.controller?.abort(timeout);
    this.reject(timeout);
  }
}
