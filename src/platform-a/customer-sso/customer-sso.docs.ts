import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { CustomerTokensAnswer } from '../../accounts/dto/accounts.dto.js';
import { ApiProblems } from '#libs/kernel';
import { MultipassBody } from './multipass.dto.js';

const DESCRIPTION = `Exactly one proof of who the customer is:

- **a session token** of a UI extension: \`Authorization: Bearer <token>\`. It may be used again while it lasts.
- **an app proxy's signed query**: the store forwards \`POST /apps/<prefix>\` to this address with \`shop\`,
  \`logged_in_customer_id\`, \`path_prefix\`, \`timestamp\` and \`signature\`. Good for one sign-on within 90 seconds; other
  parameters are refused. The body is not signed and not looked at.
- **a Multipass token** of a store whose secret is configured: \`{ "shop", "multipassToken" }\`. Good for one sign-on
  within 15 minutes of its \`created_at\`.

Every wrong, used or stale proof is 401 \`invalid_proof\`; a good one of a visitor who is not logged in is 401
\`customer_not_logged_in\`. A customer whom we have not heard of is made from the id alone, and read from the store at once.
A Multipass token names an e-mail address: one that we know of nobody is looked up in the store, and 404
\`unknown_customer\` where nobody has it.`;

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

/** The documents of POST /platform-a/customer/sso, which takes three shapes. */
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
