import { type DeliveryOutcome as Outcome, RetryingSender } from '../shared/retrying-sender.js';
import { signedRequest, type WebhookDelivery } from './webhook-request.js';

export type { SenderStatistics } from '../shared/sender-statistics.js';
export type { WebhookDelivery } from './webhook-request.js';

export interface SenderOptions {
  readonly clientSecret: string;
  /** The limit of concurrent requests, and of keep-alive connections to each address. */
  readonly concurrency: number;
  /** The time limit of one request, with its answer. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  /** The retries are spread over this time. Each pause is twice as long as the previous one. */
  readonly retryWindowMs: number;
  /** Shortens the pauses: 1 is the platform's pace, 0.001 turns the four hours into 14 seconds. */
  readonly timeScale: number;
  /** Whether a given-up delivery deletes its subscription, unless another delivery succeeded meanwhile. */
  readonly deletesFailingSubscriptions: boolean;
}

export type DeliveryOutcome = Outcome<WebhookDelivery>;

/** As documented: 5 s for a request, 1 s to connect, 8 retries within 4 hours, then the subscription is deleted. */
const DEFAULTS: Omit<SenderOptions, 'clientSecret'> = {
  concurrency: 32,
  timeoutMs: 5_000,
  connectTimeoutMs: 1_000,
  retries: 8,
  retryWindowMs: 4 * 3_600_000,
  timeScale: 1,
  deletesFailingSubscriptions: true,
};

/** Sends the webhooks of platform A. */
export class WebhookSender extends RetryingSender<WebhookDelivery> {
  constructor(options: Partial<SenderOptions> & Pick<SenderOptions, 'clientSecret'>) {
    const { retries, retryWindowMs, clientSecret, ...rest } = { ...DEFAULTS, ...options };
    const shortest = retryWindowMs / (2 ** retries - 1);
    const pausesMs = Array.from({ length: retries }, (_, index) => shortest * 2 ** index);
    const givingUp = rest.deletesFailingSubscriptions ? 'removesUnlessOthersWork' : 'keeps';
    super({ ...rest, pausesMs, givingUp }, (delivery) => signedRequest(delivery, clientSecret));
  }
}
