import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { COMPLIANCE_TOPICS, TOPICS } from '#libs/platform-a-client';

const header = (name: string, description: string, required = false): MethodDecorator & ClassDecorator =>
  ApiHeader({ name, description, required });

/** The OpenAPI documentation of POST /platform-a/webhooks. */
export const ApiPlatformAWebhook = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Receives a delivery of platform A',
      description:
        'The answer comes once the delivery is stored. A repeated delivery has the same answer and no effect. The ' +
        'signature covers the bytes, so any content type is accepted. Every header may also come without its `X-`.',
    }),
    header('X-Shopify-Hmac-Sha256', 'Base64 HMAC-SHA256 of the bytes of the body, by a client secret of the app', true),
    header('X-Shopify-Topic', `One of ${[...TOPICS, ...COMPLIANCE_TOPICS].join(', ')}; 404 otherwise`, true),
    header('X-Shopify-Shop-Domain', 'The store, such as my-shop.myshopify.com', true),
    header('X-Shopify-Webhook-Id', 'The same for every repeat. Without it, equal content is one delivery'),
    header('X-Shopify-Event-Id', 'The same for all deliveries of one action of the merchant'),
    header('X-Shopify-Triggered-At', 'The time of the event, RFC 3339'),
    ApiConsumes('application/json'),
    ApiBody({ description: "The topic's JSON object, at most 5 MB", schema: { type: 'object' } }),
    ApiOkResponse({ schema: { type: 'object', example: { received: true } } }),
    ApiProblems(400, 401, 404, 413, 503),
  );
