import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault } from './faults.js';
import type { Json } from './json.js';
import type { SimulatedStore } from './store.js';
import type { AppCredentials } from './token-signer.js';

/** One POST to the token endpoint, for assertions. */
export interface PlatformBTokenRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, string>>;
  readonly status: number;
  readonly at: number;
}

/** The issued codes, each accepted for one exchange. */
export class GrantBook {
  private readonly grants = new Map<string, { readonly store: SimulatedStore; readonly scope: string }>();

  issue(store: SimulatedStore, scope: string): string {
    const code = randomBytes(16).toString('hex');
    this.grants.set(code, { store, scope });
    return code;
  }

  storeOf(code: string): SimulatedStore | undefined {
    return this.grants.get(code)?.store;
  }

  redeem(code: string): { readonly store: SimulatedStore; readonly scope: string } | undefined {
    const grant = this.grants.get(code);
    this.grants.delete(code);
    return grant;
  }
}

export interface LoginDeps {
  readonly app: AppCredentials;
  readonly grants: GrantBook;
  /** The store whose merchant is signed in. */
  readonly signedIn: () => SimulatedStore | undefined;
  readonly storeOf: (hash: string) => SimulatedStore | undefined;
  /** The scopes of the app's profile. */
  readonly scope: string;
  readonly tokenRequests: PlatformBTokenRequest[];
}

const ACCOUNT = '12345678-90ab-cdef-1234-567890abcdef';
const FIELDS = ['client_id', 'client_secret', 'code', 'scope', 'context', 'grant_type', 'redirect_uri'] as const;

/** The query of the auth callback at the end of an install. */
export function installQuery(store: SimulatedStore, { grants, scope }: Pick<LoginDeps, 'grants' | 'scope'>) {
  const granted = store.merchant.grants ?? scope;
  return new URLSearchParams({
    code: grants.issue(store, granted),
    scope: granted,
    context: `stores/${store.hash}`,
    account_uuid: ACCOUNT,
  });
}

/** The install pages and the token endpoint of the login host. */
export function loginRoutes(server: FastifyInstance, deps: LoginDeps): void {
  server.get<{ Params: { clientId: string } }>('/app/:clientId/install', async (request, reply) => {
    const store = deps.signedIn();
    if (!store || request.params.clientId !== deps.app.clientId) return reply.code(404).send('Not Found');
    const query = installQuery(store, deps);
    query.set('external_install', '1');
    return reply.redirect(`${deps.app.authCallbackUrl}?${query.toString()}`, 302);
  });
  for (const outcome of ['succeeded', 'failed']) {
    server.get(`/app/:clientId/install/${outcome}`, async (_request, reply) =>
      reply.type('text/html').send(`<!doctype html><title>Install ${outcome}</title>`),
    );
  }
  server.post('/oauth2/token', async (request, reply) => {
    const body = fieldsOf(request);
    await answerToken(request, reply, body, deps);
    deps.tokenRequests.push({ headers: request.headers, body, status: reply.statusCode, at: Date.now() });
    return reply;
  });
}

async function answerToken(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readonly<Record<string, string>>,
  { app, grants, storeOf }: LoginDeps,
): Promise<unknown> {
  const named = storeOf((body['context'] ?? '').replace('stores/', ''));
  const store = grants.storeOf(body['code'] ?? '') ?? named;
  if (await answerWithFault(store?.faults.take('token'), reply)) return undefined;
  const refuse = (error: string, status = 400): unknown => reply.code(status).send({ error });
  if (request.headers.authorization !== undefined) return refuse('invalid_request');
  if (body['client_id'] !== app.clientId || body['client_secret'] !== app.clientSecret) return refuse('invalid_client');
  if (FIELDS.some((field) => !body[field])) return refuse('invalid_request');
  if (body['grant_type'] !== 'authorization_code') return refuse('unsupported_grant_type');
  if (body['redirect_uri'] !== app.authCallbackUrl) return refuse('redirect_uri_mismatch');
  const grant = grants.redeem(body['code'] ?? '');
  if (!grant) return refuse('invalid_grant');
  if (body['scope'] !== grant.scope) return refuse('invalid_scope');
  const answer = tokenAnswer(grant.store, grant.scope);
  await delay(grant.store.merchant.tokenAnswerMs);
  return reply.code(200).send(answer);
}

function tokenAnswer(store: SimulatedStore, scope: string): Json {
  const { owner, merchant, hash } = store;
  const person = { id: owner.id, username: owner.email, email: owner.email };
  return {
    access_token: store.issueToken(scope),
    scope,
    user: person,
    ...(merchant.omitOwner ? {} : { owner: person }),
    context: merchant.answersContext ?? `stores/${hash}`,
    account_uuid: ACCOUNT,
  };
}

/** The text values of a JSON or form body. */
function fieldsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
