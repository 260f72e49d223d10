import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type SenderStatistics, StatisticsCollector } from './sender-statistics.js';
import { Slots } from '#libs/kernel';
import { type SignedRequest, WebhookTransport } from './webhook-transport.js';

export interface SubscriptionHandle {
  readonly id: string;
  readonly isLive: () => boolean;
  /** The platform's action on a subscription whose delivery was given up. */
  readonly remove: () => void;
}

export interface Deliverable {
  readonly url: string;
  /** The subscription of the delivery; none for a delivery to an explicit address. */
  readonly subscription?: SubscriptionHandle;
}

/** Signs a delivery. Called for each request, because some platforms sign the time of the request. */
export type Sign<D> = (delivery: D, attempt: number) => SignedRequest;

export interface RetryOptions {
  /** The limit of concurrent requests, and of keep-alive connections to each address. */
  readonly concurrency: number;
  /** Time limit of one request, including the answer. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  /** The pauses before each retry, at the platform's pace. After the last retry a delivery is given up. */
  readonly pausesMs: readonly number[];
  /** Shortens the pauses: 1 is the platform's pace, 0.001 turns four hours into 14 seconds. */
  readonly timeScale: number;
  /** When a given-up delivery removes its subscription. */
  readonly givingUp: 'removes' | 'removesUnlessOthersWork' | 'keeps';
}

export interface DeliveryOutcome<D extends Deliverable> {
  readonly delivery: D;
  readonly result: 'delivered' | 'failed' | 'dropped';
  /** The status of the last request; null without an answer. */
  readonly status: number | null;
  readonly attempts: number;
  /** The time of the first request in milliseconds since the epoch, with fractions. */
  readonly sentAt: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Sends webhooks as platforms do: signed over the exact bytes, and over kept-alive connections. It repeats a delivery
 * with the same id, body and address until the answer is 2xx. A redirect is a failure.
 */
export class RetryingSender<D extends Deliverable> {
  private readonly transport: WebhookTransport;
  private readonly slots: Slots;
  private readonly statistics = new StatisticsCollector();
  private readonly closing = new AbortController();
  private readonly lastSuccess = new Map<string, number>();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly options: RetryOptions,
    private readonly sign: Sign<D>,
  ) {
    // Every delivery that waits for a retry adds a listener.
    setMaxListeners(0, this.closing.signal);
    this.slots = new Slots(this.options.concurrency);
    this.transport = new WebhookTransport({ ...this.options, connections: this.options.concurrency });
  }

  get stats(): SenderStatistics {
    return this.statistics.snapshot();
  }

  /** Resolves when the delivery is accepted, given up or dropped, after its retries. */
  async send(delivery: D): Promise<DeliveryOutcome<D>> {
    await this.slots.acquire();
    return this.tracked(this.run(delivery));
  }

  /** Reads the next delivery when a slot is free, so that an iterator of 100,000 deliveries needs no memory. */
  async sendAll(deliveries: Iterable<D>, onOutcome?: (outcome: DeliveryOutcome<D>) => void): Promise<void> {
    const open = new Set<Promise<void>>();
    for (const delivery of deliveries) {
      await this.slots.acquire();
      if (this.closing.signal.aborted) {
        this.slots.release();
        break;
      }
      const task = this.tracked(this.run(delivery)).then((outcome) => {
        open.delete(task);
        onOutcome?.(outcome);
      });
      open.add(task);
    }
    await Promise.all(open);
  }

  /** Drops deliveries that wait for a retry, waits for open requests, and closes the connections. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.underWay);
    await this.transport.close();
  }

  private async tracked<T>(task: Promise<T>): Promise<T> {
    this.underWay.add(task);
    try {
      return await task;
    } finally {
      this.underWay.delete(task);
    }
  }

  /**
   * Makes all attempts of one delivery. The caller has a slot for it, which is released during the waits for a retry.
   */
  private async run(delivery: D): Promise<DeliveryOutcome<D>> {
    const retries = this.options.pausesMs.length;
    const sentAt = now();
    this.statistics.count('deliveries');
    for (let attempts = 1; ; attempts += 1) {
      const alive = this.isLive(delivery);
      const status = alive ? await this.attempt(delivery, attempts) : null;
      this.slots.release();
      const done = (result: DeliveryOutcome<D>['result'], count: number): DeliveryOutcome<D> =>
        this.finish({ delivery, result, status, attempts: count, sentAt });
      if (!alive) return done('dropped', attempts - 1);
      if (status !== null && status >= 200 && status < 300) return done('delivered', attempts);
      if (attempts > retries) return done('failed', attempts);
      if (!(await this.pause(attempts))) return done('dropped', attempts);
      this.statistics.count('retried');
      await this.slots.acquire();
    }
  }

  private isLive({ subscription }: D): boolean {
    return !this.closing.signal.aborted && (subscription?.isLive() ?? true);
  }

  private finish(outcome: DeliveryOutcome<D>): DeliveryOutcome<D> {
    const { subscription } = outcome.delivery;
    this.statistics.count(outcome.result);
    if (!subscription) return outcome;
    if (outcome.result === 'delivered') this.lastSuccess.set(subscription.id, now());
    const nothingElseWorked = (this.lastSuccess.get(subscription.id) ?? 0) < outcome.sentAt;
    const { givingUp } = this.options;
    const removes = givingUp === 'removes' || (givingUp === 'removesUnlessOthersWork' && nothingElseWorked);
    if (outcome.result === 'failed' && removes) subscription.remove();
    return outcome;
  }

  /** The status of the answer, or null if none came in time. */
  private async attempt(delivery: D, attempt: number): Promise<number | null> {
    const signed = this.sign(delivery, attempt);
    const begun = performance.now();
    this.statistics.count('sent');
    try {
      const status = await this.transport.post(delivery.url, signed);
      this.statistics.answered(status, performance.now() - begun);
      return status;
    } catch (error) {
      this.statistics.unanswered(reasonOf(error));
      return null;
    }
  }

  /** Waits before the next retry; false if the sender was closed meanwhile. */
  private async pause(attempt: number): Promise<boolean> {
    const { pausesMs, timeScale } = this.options;
    try {
      await delay((pausesMs[attempt - 1] ?? 0) * timeScale, undefined, { signal: this.closing.signal });
      return true;
    } catch {
      return false;
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  return 'code' in error ? String(error.code) : error.name;
}
