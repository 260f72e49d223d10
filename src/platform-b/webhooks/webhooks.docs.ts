import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { WEBHOOK_SCOPES, WEBHOOK_TOKEN_HEADER } from '#libs/platform-b-client';

const header = (name: string, description: string): MethodDecorator & ClassDecorator =>
  ApiHeader({ name, description, required: false });

const EVENT = {
  producer: 'stores/g5cd38',
  scope: 'store/order/statusUpdated',
  data: { type: 'order', id: 118 },
  hash: '7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca',
  created_at: 1_795_262_400,
};

/** The OpenAPI documentation of POST /platform-b/webhook/order-status. */
export const ApiPlatformBWebhook = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Receives a delivery of platform B',
      description:
        'Needs at least one valid proof of its origin and no invalid one. A proof is the secret header of the hook, or a ' +
        'signature by the client secret after Standard Webhooks. The answer comes once the delivery is stored. A repeated ' +
        `delivery has the same answer and no effect. Scopes other than ${WEBHOOK_SCOPES.join(', ')} are dropped.`,
    }),
    header(WEBHOOK_TOKEN_HEADER, "The secret with which the store's hooks were created"),
    header('webhook-id', 'The same for every repeat; part of the signed content'),
    header('webhook-timestamp', 'Seconds since 1970, at most five minutes from now; part of the signed content'),
    header('webhook-signature', '`v1,<base64 HMAC-SHA256 of id.timestamp.body>`; several are separated by spaces'),
    ApiConsumes('application/json'),
    ApiBody({ description: 'The event, at most 64 kB', schema: { type: 'object', example: EVENT } }),
    ApiOkResponse({ description: 'An empty body' }),
    ApiProblems(400, 401, 413, 503),
  );
