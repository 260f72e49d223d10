import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isBase64Hmac, sha256Hex, verifyBase64Hmac } from '#libs/crypto';
import { badSignature, DomainError, malformed, plausibleTime, retailerIdOf } from '#libs/kernel';
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
import { deliveryIdOf } from '../../inbox/delivery-id.js';
import type { NewDelivery } from '../../inbox/inbox.repository.js';
import { IntakeMetrics } from '../../inbox/intake.metrics.js';
import { looksLikeJsonObject } from './json-shape.js';

const KNOWN_TOPICS: ReadonlySet<string> = new Set([...TOPICS, ...COMPLIANCE_TOPICS]);

/**
 * Proves that a webhook came from platform A by its HMAC over the raw bytes. The signature covers only the body, so the
 * headers are not proven. A refusal only increases a counter.
 */
@Injectable()
export class PlatformAWebhookGuard implements CanActivate, JudgesHead {
  constructor(
    private readonly runtime: Runtime,
    private readonly metrics: IntakeMetrics,
  ) {}

  /** Refuses a request without a well-formed signature before its body is read. */
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
      throw badSignature('The signature does not match the body.');
    }
    return readDelivery(config, headers, bytes, hashOf(headers.hmac ?? ''));
  }
}

const EMPTY = Buffer.alloc(0);

/** Reads the delivery of a proven sender. */
function readDelivery(config: PlatformAConfig, headers: WebhookHeaders, body: Buffer, bodyHash: string): NewDelivery {
  if (body.length === 0) throw malformed('empty_body', 'The body is empty.');
  const { topic } = headers;
  if (!topic) throw malformed('missing_header', 'The header X-Shopify-Topic is missing.');
  const shop = parseShopDomain(headers.shop, config.shopSuffixes);
  if (!shop) throw malformed('missing_header', 'The header X-Shopify-Shop-Domain is missing or not a valid domain.');
  if (!KNOWN_TOPICS.has(topic)) throw new DomainError(404, 'unknown_topic', 'This topic is not supported.');
  if (!looksLikeJsonObject(body)) throw malformed('malformed_request', 'The body is not a JSON object.');
  const retailerId = retailerIdOf('platform-a', shop);
  const deliveryId = headers.webhookId ?? contentId(topic, shop, body);
  const triggeredAt = plausibleTime(headers.triggeredAt ?? '');
  return {
    retailerId,
    id: deliveryIdOf(retailerId, deliveryId, triggeredAt),
    topic,
    deliveryId,
    eventId: headers.eventId ?? null,
    triggeredAt,
    body,
    bodyHash,
  };
}

/**
 * Identifies the bytes by their signature, which is a keyed hash. It is hashed again, because a reader of the database
 * could send a body again with its signature.
 */
const hashOf = (signature: string): string => sha256Hex(signature).slice(0, 32);

/** The id of a delivery without one: equal content is one delivery. */
const contentId = (topic: string, shop: string, body: Buffer): string =>
  `sha256:${createHash('sha256').update(`${topic}\n${shop}\n`).update(body).digest('hex')}`;
