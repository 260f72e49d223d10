import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { OutboundError, OutboundHttp, parseRetryAfter } from '#libs/outbound-http';
import { Runtime } from '../../config/runtime.js';
import type { EventAnswer } from '../log/event.dto.js';
import { EndpointsRepository, type AttemptRow } from './endpoints.repository.js';
import type { EventEndpoint } from './event-endpoint.entity.js';
import { EventsMetrics } from './events.metrics.js';
import { signatureOf } from './webhook-signature.js';

const TIMEOUT_MS = 15_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const GONE = 410;

/** A webhook: an event, or the trial that a user asked for. */
export type Webhook = Omit<EventAnswer, 'type'> & { readonly type: EventAnswer['type'] | 'test' };

export interface SendOutcome {
  readonly attempt: AttemptRow;
  /** The endpoint answered that it wants nothing more. */
  readonly gone: boolean;
  /** When the endpoint wants the next attempt. */
  readonly notBefore: Date | undefined;
}

/** Sends one signed request to an endpoint, and notes the outcome. It connects to public addresses only. */
@Injectable()
export class WebhookSenderService implements OnModuleDestroy {
  private readonly http: OutboundHttp;

  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly metrics: EventsMetrics,
    { config }: Runtime,
  ) {
    this.http = new OutboundHttp({ guard: { allow: config.eventEndpointAllow } });
  }

  async onModuleDestroy(): Promise<void> {
    await this.http.close();
  }

  async send(endpoint: EventEndpoint, webhook: Webhook): Promise<SendOutcome> {
    const begun = Date.now();
    const { status, problem, notBefore } = await this.post(endpoint, webhook, Math.floor(begun / 1_000));
    const attempt: AttemptRow = {
      retailerId: endpoint.retailerId,
      id: randomUUID(),
      endpoint: endpoint.name,
      eventId: webhook.id,
      eventType: webhook.type,
      at: new Date(begun),
      milliseconds: Date.now() - begun,
      status,
      problem,
    };
    await this.endpoints.log(attempt);
    this.metrics.delivered(problem === null);
    return { attempt, gone: status === GONE, notBefore };
  }

  private async post(
    endpoint: EventEndpoint,
    webhook: Webhook,
    timestamp: number,
  ): Promise<Pick<AttemptRow, 'status' | 'problem'> & Pick<SendOutcome, 'notBefore'>> {
    const body = JSON.stringify(webhook);
    try {
      const { status, headers } = await this.http.request({
        method: 'POST',
        url: endpoint.url,
        headers: {
          'content-type': 'application/json',
          'webhook-id': webhook.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatureOf({ id: webhook.id, timestamp, body }, this.endpoints.secretsOf(endpoint)),
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MOST_ANSWER_BYTES,
      });
      const isTaken = status >= 200 && status < 300;
      const waitMs = isTaken ? undefined : parseRetryAfter(headers['retry-after'], Date.now());
      return {
        status,
        problem: isTaken ? null : `The endpoint answered ${status}.`,
        notBefore: waitMs === undefined ? undefined : new Date(Date.now() + waitMs),
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { status: null, problem: error.message, notBefore: undefined };
    }
  }
}
