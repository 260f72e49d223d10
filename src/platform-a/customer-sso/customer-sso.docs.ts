import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { CustomerTokensAnswer } from '../../auth/customer-tokens.dto.js';
import { ApiProblems } from '#libs/kernel';
import { MultipassBody } from './multipass.dto.js';

const DESCRIPTION = `Takes exactly one proof of the customer's identity:

- **a session token** of a UI extension: \`Authorization: Bearer <token>\`. It may be used again until it expires.
- **an app proxy's signed query**: the store forwards \`POST /apps/<prefix>\` to this address with \`shop\`,
  \`logged_in_customer_id\`, \`path_prefix\`, \`timestamp\` and \`signature\`. Accepted for one sign-on within 90 seconds.
  Other parameters are refused. The body is not signed and is ignored.
- **a Multipass token** of a store whose secret is configured: \`{ "shop", "multipassToken" }\`. Accepted for one sign-on
  within 15 minutes of its \`created_at\`.

A wrong, used or stale proof is 401 \`invalid_proof\`. A valid proof of a visitor who is not logged in is 401
\`customer_not_logged_in\`. An unknown customer is created from the id alone, and the record is read from the store at
once. A Multipass token names an email address. An unknown address is looked up in the store; 404
\`unknown_customer\` where the store has no such customer.`;

const EXAMPLES = {
  'session token': { summary: 'Authorization: Bearer <session token>, no body', value: {} },
  'app proxy': {
    summary: '?shop=…&logged_in_customer_id=42&path_prefix=…&timestamp=…&signature=…, any body',
    value: {},
  },
  multipass: {
    summary: "Multipass, from the store's own site",
    value: { shop: 'shop1.myshopify.com', multipassToken: 'pF6qVYs1y0M3vP8cWmK9nq2r7dGhTfU5xZbN4aLeQo...' },
  },
};

const signed = (name: string, example: string): MethodDecorator & ClassDecorator =>
  ApiQuery({ name, example, required: false, description: 'App proxy only' });

/** The OpenAPI documentation of POST /platform-a/customer/sso, which accepts three forms. */
export const ApiCustomerSso = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: "Signs a store's customer on", description: DESCRIPTION }),
    ApiBearerAuth('platform-a-session'),
    ApiBody({ type: MultipassBody, required: false, examples: EXAMPLES }),
    signed('shop', 'shop1.myshopify.com'),
    signed('logged_in_customer_id', '42'),
    signed('path_prefix', '/apps/rekindle'),
    signed('timestamp', '1795262400'),
    signed('signature', '4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb'),
    ApiOkResponse({ type: CustomerTokensAnswer }),
    ApiProblems(400, 401, 403, 404, 413, 422, 429, 502, 503),
  );
