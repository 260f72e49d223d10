import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { badSignature, DomainError, entityId, malformed, plausibleTime, retailerIdOf } from '#libs/kernel';
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
import type { NewDelivery } from '../../inbox/inbox.repository.js';
import { IntakeMetrics } from '../../inbox/intake.metrics.js';
import { PlatformBWebhookTokensService } from './webhook-tokens.service.js';

const EMPTY = Buffer.alloc(0);

/**
 * Proves that a webhook came from platform B: the secret that the store's hook was made with, or a signature over the
 * raw bytes. One good proof is needed and no bad one. Nothing is stored on a refusal but a counter.
 */
@Injectable()
export class PlatformBWebhookGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly runtime: Runtime,
    private readonly metrics: IntakeMetrics,
    private readonly tokens: PlatformBWebhookTokensService,
  ) {}

  /** Without anything that could be a proof there is nothing to read for. */
  judgeHead({ headers }: FastifyRequest): void {
    this.runtime.platformB();
    if (mayBeProven(readWebhookHeaders(headers))) return;
    const refusal = badSignature('There is no proof of origin.');
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
    // Read before it is proven, for one thing only: whose token to look for.
    const event = readWebhookEvent(bytes);
    const retailerId = event && retailerIdOf('platform-b', event.storeHash);
    const expectedToken =
      retailerId && headers.token !== undefined ? await this.tokens.expected(retailerId, headers.token) : undefined;
    const { outcome } = judgeWebhookProof(headers, bytes, { clientSecrets, expectedToken, now: new Date() });
    if (outcome === 'forged') throw badSignature('A proof of origin does not fit.');
    if (outcome === 'unproven') throw badSignature('There is no valid proof of origin.');
    if (bytes.length === 0) throw malformed('empty_body', 'The body is empty.');
    if (!event || !retailerId) throw malformed('malformed_request', 'The body is no event of a store.');
    return deliveryOf(retailerId, event, headers, bytes);
  }
}

function deliveryOf(retailerId: string, event: WebhookEvent, headers: WebhookHeaders, body: Buffer): NewDelivery {
  const deliveryId = headers.id ?? idOfEvent(event);
  return {
    retailerId,
    id: entityId(retailerId, 'delivery', deliveryId),
    topic: event.scope,
    deliveryId,
    eventId: event.hash,
    triggeredAt: event.createdAt && plausibleTime(event.createdAt),
    body,
    // An event names its store in the body.
    bodyHash: null,
  };
}

/**
 * For a delivery without an id. The hash is of the data alone, so two events may share it; without a time nothing tells
 * them from one event that is sent twice. Then each is taken: a read too many changes nothing.
 */
const idOfEvent = ({ scope, storeHash, orderId, hash, createdAt }: WebhookEvent): string =>
  hash && createdAt ? [storeHash, scope, orderId, hash, createdAt.getTime()].join(':') : `none:${randomUUID()}`;
