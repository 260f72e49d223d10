import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type SenderStatistics, StatisticsCollector } from './sender-statistics.js';
import { Slots } from '#libs/kernel';
import { signedRequest, type WebhookDelivery } from './webhook-request.js';
import { WebhookTransport } from './webhook-transport.js';

export type { SenderStatistics } from './sender-statistics.js';
export type { WebhookDelivery } from './webhook-request.js';

export interface SenderOptions {
  readonly clientSecret: string;
  /** Requests at once, and keep-alive connections to each address. */
  readonly concurrency: number;
  /** One request, answer included. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  /** The retries are spread over this time, each pause twice the one before. */
  readonly retryWindowMs: number;
  /** Shortens the pauses: 1 is the platform's pace, 0.001 turns the four hours into 14 seconds. */
  readonly timeScale: number;
  /** Delete a subscription when a delivery is given up and nothing else got through meanwhile. */
  readonly deletesFailingSubscriptions: boolean;
}

export interface DeliveryOutcome {
  readonly delivery: WebhookDelivery;
  readonly result: 'delivered' | 'failed' | 'dropped';
  /** Of the last request; null without an answer. */
  readonly status: number | null;
  readonly attempts: number;
  /** When the first request went out, in milliseconds since the epoch (with fractions). */
  readonly sentAt: number;
}

/** As documented: 5 s for a request, 1 s to connect, 8 retries within 4 hours, then the subscription goes. */
const DEFAULTS: Omit<SenderOptions, 'clientSecret'> = {
  concurrency: 32,
  timeoutMs: 5_000,
  connectTimeoutMs: 1_000,
  retries: 8,
  retryWindowMs: 4 * 3_600_000,
  timeScale: 1,
  deletesFailingSubscriptions: true,
};

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Sends webhooks as the platform does: signed over the exact bytes, over kept-alive connections, and again with the
 * same id, body and address until an answer 2xx comes. A redirect is a failure.
 */
export class WebhookSender {
  private readonly options: SenderOptions;
  private readonly transport: WebhookTransport;
  private readonly slots: Slots;
  private readonly statistics = new StatisticsCollector();
  private readonly closing = new AbortController();
  private readonly lastSuccess = new Map<string, number>();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(options: Partial<SenderOptions> & Pick<SenderOptions, 'clientSecret'>) {
    this.options = { ...DEFAULTS, ...options };
    // Every delivery that waits for its retry listens.
    setMaxListeners(0, this.closing.signal);
    this.slots = new Slots(this.options.concurrency);
    this.transport = new WebhookTransport({ ...this.options, connections: this.options.concurrency });
  }

  get stats(): SenderStatistics {
    return this.statistics.snapshot();
  }

  /** Answers when the delivery is through, given up or dropped; retries included. */
  async send(delivery: WebhookDelivery): Promise<DeliveryOutcome> {
    await this.slots.acquire();
    return this.tracked(this.run(delivery));
  }

  /** Takes the next delivery when there is room for it, so that an iterator of 100,000 costs no memory. */
  async sendAll(deliveries: Iterable<WebhookDelivery>, onOutcome?: (outcome: DeliveryOutcome) => void): Promise<void> {
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

  /** Drops what waits for a retry, lets requests under way end, and closes the connections. */
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

  /** All attempts of one delivery. Called with a slot, which is given back while it waits for a retry. */
  private async run(delivery: WebhookDelivery): Promise<DeliveryOutcome> {
    const { retries } = this.options;
    const sentAt = now();
    this.statistics.count('deliveries');
    for (let attempts = 1; ; attempts += 1) {
      const alive = this.isLive(delivery);
      const status = alive ? await this.attempt(delivery) : null;
      this.slots.release();
      const done = (result: DeliveryOutcome['result'], count: number): DeliveryOutcome =>
        this.finish({ delivery, result, status, attempts: count, sentAt });
      if (!alive) return done('dropped', attempts - 1);
      if (status !== null && status >= 200 && status < 300) return done('delivered', attempts);
      if (attempts > retries) return done('failed', attempts);
      if (!(await this.pause(attempts))) return done('dropped', attempts);
      this.statistics.count('retried');
      await this.slots.acquire();
    }
  }

  private isLive({ subscription }: WebhookDelivery): boolean {
    return !this.closing.signal.aborted && (subscription?.isLive() ?? true);
  }

  private finish(outcome: DeliveryOutcome): DeliveryOutcome {
    const { subscription } = outcome.delivery;
    this.statistics.count(outcome.result);
    if (!subscription) return outcome;
    if (outcome.result === 'delivered') this.lastSuccess.set(subscription.id, now());
    const nothingElseWorked = (this.lastSuccess.get(subscription.id) ?? 0) < outcome.sentAt;
    if (outcome.result === 'failed' && nothingElseWorked && this.options.deletesFailingSubscriptions) {
      subscription.remove();
    }
    return outcome;
  }

  /** The status of the answer, or null if none came in time. */
  private async attempt(delivery: WebhookDelivery): Promise<number | null> {
    const { clientSecret } = this.options;
    const signed = signedRequest(delivery, clientSecret);
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
    const { retries, retryWindowMs, timeScale } = this.options;
    const shortest = retryWindowMs / (2 ** retries - 1);
    try {
      await delay(shortest * 2 ** (attempt - 1) * timeScale, undefined, { signal: this.closing.signal });
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
