import { type Dispatcher, Pool } from 'undici';

/** A delivery as it goes over the wire. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface TransportOptions {
  /** Kept-alive connections to each origin. */
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** One request, connecting and answer included. */
  readonly timeoutMs: number;
}

/**
 * POSTs over kept-alive connections. undici's handler interface costs half of what its promise interface costs, and the
 * sender shares two cores with the service that it loads.
 */
export class WebhookTransport {
  private readonly pools = new Map<string, Pool>();

  constructor(private readonly options: TransportOptions) {}

  /** The status, after the whole answer came. Rejects without one. */
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

/** Waits for the end of an answer and throws its content away. The time runs from the creation on. */
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

  /** Also where the request is still waiting for a connection: then it is aborted as soon as it has one. */
  private giveUp(): void {
    this.late = true;
    const timeout = new DOMException('No answer in time', 'TimeoutError');
    this.controller?.abort(timeout);
    this.reject(timeout);
  }
}
