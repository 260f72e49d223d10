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

/** The documents of POST /platform-b/webhook/order-status. */
export const ApiPlatformBWebhook = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Takes a delivery of platform B',
      description:
        'Needs one good proof of its origin and no bad one: the secret header of the hook, or a signature after Standard ' +
        'Webhooks by the client secret. Answered once it is stored; a repeat is answered alike and has no effect. ' +
        `Scopes other than ${WEBHOOK_SCOPES.join(', ')} are answered and dropped.`,
    }),
    header(WEBHOOK_TOKEN_HEADER, "The secret that the store's hooks were created with"),
    header('webhook-id', 'The same on every repeat; part of what is signed'),
    header('webhook-timestamp', 'Seconds since 1970, at most five minutes from now; part of what is signed'),
    header('webhook-signature', '`v1,<base64 HMAC-SHA256 of id.timestamp.body>`, several with spaces between them'),
    ApiConsumes('application/json'),
    ApiBody({ description: 'The event, at most 64 kB', schema: { type: 'object', example: EVENT } }),
    ApiOkResponse({ description: 'An empty body' }),
    ApiProblems(400, 401, 413, 503),
  );
