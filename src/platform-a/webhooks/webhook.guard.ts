import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isBase64Hmac, sha256Hex, verifyBase64Hmac } from '#libs/crypto';
import { badSignature, DomainError, entityId, malformed, plausibleTime, retailerIdOf } from '#libs/kernel';
import {
  COMPLIANCE_TOPICS,
  parseShopDomain,
  readWebhookHeaders,
  readWebhookSignature,
  TOPICS,
  type WebhookHeaders,
} from '#libs/platform-a-client';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { JudgesHead } from '../../api/head-judge.service.js';
import type { PlatformAConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import type { NewDelivery } from '../../inbox/inbox.repository.js';
import { IntakeMetrics } from '../../inbox/intake.metrics.js';
import { looksLikeJsonObject } from './json-shape.js';

const KNOWN_TOPICS: ReadonlySet<string> = new Set([...TOPICS, ...COMPLIANCE_TOPICS]);

/**
 * Proves that a webhook came from platform A: HMAC over the raw bytes, whatever the content type. Only the body is
 * signed; the headers are hints. Nothing is stored on a refusal but a counter.
 */
@Injectable()
export class PlatformAWebhookGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly runtime: Runtime,
    private readonly metrics: IntakeMetrics,
  ) {}

  /** What has no form of a signature signs no body. */
  judgeHead({ headers }: FastifyRequest): void {
    this.counted(() => {
      this.runtime.platformA();
      const hmac = readWebhookSignature(headers);
      if (!hmac) throw badSignature('The signature header is missing.');
      if (!isBase64Hmac(hmac)) throw badSignature('The signature is not the base64 of 32 bytes.');
    });
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.provenDelivery = this.counted(() => this.prove(request));
    return true;
  }

  private counted<T>(judge: () => T): T {
    try {
      return judge();
    } catch (error) {
      if (error instanceof DomainError) this.metrics.refused(error.code);
      throw error;
    }
  }

  private prove({ body, headers: raw }: FastifyRequest): NewDelivery {
    const config = this.runtime.platformA();
    const headers = readWebhookHeaders(raw);
    const bytes = Buffer.isBuffer(body) ? body : EMPTY;
    if (!verifyBase64Hmac(config.clientSecrets, bytes, headers.hmac ?? '')) {
      throw badSignature('The signature does not fit the body.');
    }
    return readDelivery(config, headers, bytes, hashOf(headers.hmac ?? ''));
  }
}

const EMPTY = Buffer.alloc(0);

/** From here on the sender is proven. */
function readDelivery(config: PlatformAConfig, headers: WebhookHeaders, body: Buffer, bodyHash: string): NewDelivery {
  if (body.length === 0) throw malformed('empty_body', 'The body is empty.');
  const { topic } = headers;
  if (!topic) throw malformed('missing_header', 'The header X-Shopify-Topic is missing.');
  const shop = parseShopDomain(headers.shop, config.shopSuffixes);
  if (!shop) throw malformed('missing_header', 'The header X-Shopify-Shop-Domain is missing or no shop domain.');
  if (!KNOWN_TOPICS.has(topic)) throw new DomainError(404, 'unknown_topic', 'This topic is not handled here.');
  if (!looksLikeJsonObject(body)) throw malformed('malformed_request', 'The body is not a JSON object.');
  const retailerId = retailerIdOf('platform-a', shop);
  const deliveryId = headers.webhookId ?? contentId(topic, shop, body);
  return {
    retailerId,
    id: entityId(retailerId, 'delivery', deliveryId),
    topic,
    deliveryId,
    eventId: headers.eventId ?? null,
    triggeredAt: plausibleTime(headers.triggeredAt ?? ''),
    body,
    bodyHash,
  };
}

/**
 * Names the bytes by their signature, which is a hash of them under the app's secret. Hashed once more: a signature that
 * lay beside its body could be sent again by whoever reads the datastore.
 */
const hashOf = (signature: string): string => sha256Hex(signature).slice(0, 32);

/** Where the platform gave no id, the same content is the same delivery. */
const contentId = (topic: string, shop: string, body: Buffer): string =>
  `sha256:${createHash('sha256').update(`${topic}\n${shop}\n`).update(body).digest('hex')}`;
