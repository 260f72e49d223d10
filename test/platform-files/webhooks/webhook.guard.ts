import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { verifyBase64Hmac } from '#libs/crypto';
import { badSignature, malformed, retailerIdOf } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { deliveryIdOf } from '../../../src/inbox/delivery-id.js';
import { FilesConfig } from '../files.config.js';
import type { WireEvent } from '../wire.js';

/** Proves that a webhook came from the platform by its HMAC over the raw bytes. */
@Injectable()
export class FilesWebhookGuard implements CanActivate {
  constructor(private readonly config: FilesConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { body, headers } = request;
    const signature = headers['x-files-signature'];
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') {
      throw malformed('empty_body', 'The body or the signature is missing.');
    }
    if (!verifyBase64Hmac([this.config.secret], body, signature)) {
      throw badSignature('The signature does not match the body.');
    }
    const { store, order } = JSON.parse(body.toString()) as WireEvent;
    const retailerId = retailerIdOf('platform-files', store);
    const deliveryId = `${order.id}/${order.placedAt}`;
    request.provenDelivery = {
      retailerId,
      id: deliveryIdOf(retailerId, deliveryId),
      topic: 'order',
      deliveryId,
      eventId: null,
      triggeredAt: null,
      body,
      bodyHash: null,
    };
    return true;
  }
}
