import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, DomainError, malformed, plausibleTime, retailerIdOf } from '#libs/kernel';
import {
  judgeWebhookProof,
  mayBeProven,
  readWebhookEvent,
  readWebhookHeaders,
  type WebhookEvent,
  type WebhookHeaders,
} from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { JudgesHead } from '../../api/head-judge.service.js';
import { Runtime } from '../../config/runtime.js';
import { deliveryIdOf } from '../../inbox/delivery-id.js';
import type { NewDelivery } from '../../inbox/inbox.repository.js';
import { IntakeMetrics } from '../../inbox/intake.metrics.js';
import { PlatformBWebhookTokensService } from './webhook-tokens.service.js';

const EMPTY = Buffer.alloc(0);

/**
 * Proves that a webhook came from platform B: by the secret with which the store's hook was created, or by a signature
 * over the raw bytes. Needs one valid proof and no invalid one. A refusal only increases a counter.
 */
@Injectable()
export class PlatformBWebhookGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly runtime: Runtime,
    private readonly metrics: IntakeMetrics,
    private readonly tokens: PlatformBWebhookTokensService,
  ) {}

  /** Refuses a request without a proof before its body is read. */
  judgeHead({ headers }: FastifyRequest): void {
    this.runtime.platformB();
    if (mayBeProven(readWebhookHeaders(headers))) return;
    const refusal = badSignature('The request has no proof of origin.');
    this.metrics.refused(refusal.code);
    throw refusal;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    try {
      request.provenDelivery = await this.prove(request);
    } catch (error) {
      if (error instanceof DomainError) this.metrics.refused(error.code);
      throw error;
    }
    return true;
  }

  private async prove({ body, headers: raw }: FastifyRequest): Promise<NewDelivery> {
    const { clientSecrets } = this.runtime.platformB();
    const headers = readWebhookHeaders(raw);
    const bytes = Buffer.isBuffer(body) ? body : EMPTY;
    // Read before it is proven, only to find the store whose token is expected.
    const event = readWebhookEvent(bytes);
    const retailerId = event && retailerIdOf('platform-b', event.storeHash);
    const expectedToken =
      retailerId && headers.token !== undefined ? await this.tokens.expected(retailerId, headers.token) : undefined;
    const { outcome } = judgeWebhookProof(headers, bytes, { clientSecrets, expectedToken, now: new Date() });
    if (outcome === 'forged') throw badSignature('A proof of origin is invalid.');
    if (outcome === 'unproven') throw badSignature('The request has no valid proof of origin.');
    if (bytes.length === 0) throw malformed('empty_body', 'The body is empty.');
    if (!event || !retailerId) throw malformed('malformed_request', 'The body is not an event of a store.');
    return deliveryOf(retailerId, event, headers, bytes);
  }
}

function deliveryOf(retailerId: string, event: WebhookEvent, headers: WebhookHeaders, body: Buffer): NewDelivery {
  const deliveryId = headers.id ?? idOfEvent(event);
  const triggeredAt = event.createdAt && plausibleTime(event.createdAt);
  return {
    retailerId,
    id: deliveryIdOf(retailerId, deliveryId, triggeredAt),
    topic: event.scope,
    deliveryId,
    eventId: event.hash,
    triggeredAt,
    body,
    // Not needed: the body names its store.
    bodyHash: null,
  };
}

/**
 * The id of a delivery that has none. Two events may share a hash, which covers only their data. Without a time they
 * look like one event that was sent twice. Then every delivery counts as new, because one more read does no harm.
 */
const idOfEvent = ({ scope, storeHash, orderId, subscriberId, hash, createdAt }: WebhookEvent): string =>
  hash && createdAt
    ? [storeHash, scope, orderId ?? subscriberId, hash, createdAt.getTime()].join(':')
    : `none:${randomUUID()}`;
