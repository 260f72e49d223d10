import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault } from './fault-answers.js';
import type { AppCredentials } from './app-credentials.js';
import { hostOf } from './app-opening.js';
import { signedQuery } from './query-hmac.js';
import type { SimulatedShop } from './shop.js';
import { invalid, type TokenAnswer, type TokenError } from './tokens.js';

/** One POST to the token endpoint, for assertions: what was sent, and how it was answered. */
export interface TokenRequest {
  readonly shop: string;
  readonly body: Readonly<Record<string, string>>;
  readonly status: number;
  readonly at: number;
}

export interface OauthDeps {
  readonly app: AppCredentials;
  readonly shopOf: (domain: string) => SimulatedShop | undefined;
  readonly tokenRequests: TokenRequest[];
}

interface ShopParam {
  readonly shop: string;
}

/** The token endpoint and the authorize page, which decides at once by `shop.merchant`. */
export function oauthRoutes(server: FastifyInstance, { app, shopOf, tokenRequests }: OauthDeps): void {
  server.get<{ Params: ShopParam; Querystring: Record<string, string | undefined> }>(
    '/:shop/admin/oauth/authorize',
    async (request, reply) => authorize(shopOf(request.params.shop), app, request.query, reply),
  );

  server.post<{ Params: ShopParam }>('/:shop/admin/oauth/access_token', async (request, reply) => {
    const shop = shopOf(request.params.shop);
    if (!shop) return reply.code(404).send({ errors: 'Not Found' });
    const fault = shop.faults.take('token');
    if (fault && (await answerWithFault(fault, reply, shop))) {
      record(tokenRequests, request, reply.statusCode);
      return reply;
    }
    const answer = exchange(shop, app, bodyOf(request));
    const { status, body } = 'error' in answer ? errorAnswer(answer) : { status: 200, body: answer };
    record(tokenRequests, request, status);
    return reply.code(status).send(body);
  });
}

const errorAnswer = ({ status, ...body }: TokenError) => ({ status, body });

function record(requests: TokenRequest[], request: FastifyRequest<{ Params: ShopParam }>, status: number): void {
  requests.push({ shop: request.params.shop, body: bodyOf(request), status, at: Date.now() });
}

/** The text values of a JSON or form body. */
function bodyOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function authorize(
  shop: SimulatedShop | undefined,
  app: AppCredentials,
  query: Readonly<Record<string, string | undefined>>,
  reply: FastifyReply,
) {
  const { client_id: clientId, scope, redirect_uri: redirectUri = '', state } = query;
  const refuse = (description: string) => reply.code(400).type('text/plain').send(`Oauth error ${description}`);
  if (!shop) return reply.code(404).type('text/plain').send('Not Found');
  if (clientId !== app.clientId) return refuse('application_cannot_be_found: the client_id is unknown');
  if (!scope) return refuse('missing_scope: the app must ask for a scope');
  if (!state) return refuse('missing_state: the app must send a state');
  const registered = app.redirectUrls?.includes(redirectUri) ?? true;
  if (!URL.canParse(redirectUri) || !registered) {
    return refuse('invalid_request: The redirect_uri is not whitelisted');
  }
  const outcome: Record<string, string> = shop.merchant.approves
    ? { code: shop.tokens.issueCode(shop.merchant.grants ?? normalisedScopes(scope)) }
    : { error: 'access_denied' };
  const target = new URL(redirectUri);
  target.search = signedQuery(
    { ...Object.fromEntries(target.searchParams), ...outcome, ...commonParameters(shop, state) },
    app.clientSecret,
  );
  return reply.redirect(target.toString(), 302);
}

function commonParameters({ profile }: SimulatedShop, state: string): Record<string, string> {
  return { host: hostOf(profile), shop: profile.domain, state, timestamp: String(Math.floor(Date.now() / 1000)) };
}

/** The scopes as the platform stores them: without `read_x` if `write_x` is there. */
function normalisedScopes(scope: string): string[] {
  const asked = new Set(scope.split(',').map((one) => one.trim()));
  const implied = (one: string) => one.startsWith('read_') && asked.has(one.replace('read_', 'write_'));
  return [...asked].filter((one) => one !== '' && !implied(one));
}

function exchange(
  shop: SimulatedShop,
  app: AppCredentials,
  body: Readonly<Record<string, string>>,
): TokenAnswer | TokenError {
  if (body['client_id'] !== app.clientId || body['client_secret'] !== app.clientSecret) {
    return invalid('application_cannot_be_found', 'The client credentials are wrong');
  }
  const answer =
    body['grant_type'] === 'refresh_token'
      ? shop.tokens.redeemRefreshToken(body['refresh_token'] ?? '')
      : shop.tokens.redeemCode(body['code'] ?? '', body['expiring'] === '1');
  if ('error' in answer || !shop.merchant.omitExpiresIn) return answer;
  const { expires_in: _omitted, ...rest } = answer;
  return rest;
}
