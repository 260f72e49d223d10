import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Jws, SigningKeys } from './signing-keys.js';

export interface OidcProviderOptions {
  readonly clientId: string;
  /** Missing for a public client. */
  readonly clientSecret?: string;
}

/** The person who signs in next. */
export interface OidcUser {
  readonly sub: string;
  /** Further claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

type Query = Readonly<Record<string, string | undefined>>;

interface Grant {
  readonly user: OidcUser;
  readonly redirectUri: string;
  readonly nonce: string | undefined;
  readonly challenge: string;
  readonly expiresAt: number;
}

const CODE_MS = 60_000;
const TOKEN_SECONDS = 300;

/**
 * A provider of OpenID Connect on loopback: discovery, the authorization code flow with PKCE (S256 required), RS256 ID
 * tokens and a JWKS with keys that rotate. A code is good once, for a minute, for its client and redirect address.
 */
export class OidcProviderSimulator {
  keys = new SigningKeys();
  /** The registered redirect addresses, compared as whole texts. */
  redirectUris: readonly string[] = [];
  /** Who is at the browser; undefined declines. */
  user: OidcUser | undefined;
  /** Makes the text of the ID token; a test may forge it. */
  signer = (token: Jws): string => this.keys.sign(token);
  /** Answers everything with 500. */
  isDown = false;
  private readonly grants = new Map<string, Grant>();
  private readonly server: FastifyInstance;

  private constructor(private readonly options: OidcProviderOptions) {
    this.server = fastify({ forceCloseConnections: true });
    this.server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    this.server.addHook('onRequest', async (_request, reply) => {
      if (this.isDown) await reply.code(500).send({ error: 'server_error' });
    });
    this.server.get('/.well-known/openid-configuration', () => this.metadata);
    this.server.get('/keys', () => this.keys.jwks);
    this.server.get('/authorize', (request, reply) => this.authorize(request.query as Query, reply));
    this.server.post('/token', (request, reply) => this.token(request, reply));
  }

  static async start(options: OidcProviderOptions): Promise<OidcProviderSimulator> {
    const simulator = new OidcProviderSimulator(options);
    await simulator.server.listen({ host: '127.0.0.1', port: 0 });
    return simulator;
  }

  get issuer(): string {
    const { port } = this.server.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  /** OpenID Connect Discovery, 3. */
  private get metadata(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Until client and address are known to be right, nothing may be sent to the address (RFC 6749, 4.1.2.1). */
  private authorize(query: Query, reply: FastifyReply): unknown {
    const { client_id: clientId, redirect_uri: redirectUri = '', state = '', nonce, scope = '' } = query;
    const { code_challenge: challenge, code_challenge_method: method, response_type: type } = query;
    if (clientId !== this.options.clientId || !this.redirectUris.includes(redirectUri)) {
      return reply.code(400).send({ error: 'invalid_request' });
    }
    const answer = new URL(redirectUri);
    answer.searchParams.set('state', state);
    answer.searchParams.set('iss', this.issuer);
    const isFit = type === 'code' && scope.split(' ').includes('openid') && challenge && method === 'S256';
    if (!isFit) answer.searchParams.set('error', 'invalid_request');
    else if (!this.user) answer.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(24).toString('base64url');
      this.grants.set(code, { user: this.user, redirectUri, nonce, challenge, expiresAt: Date.now() + CODE_MS });
      answer.searchParams.set('code', code);
    }
    return reply.redirect(answer.href, 302);
  }

  private token(request: FastifyRequest, reply: FastifyReply): unknown {
    const {
      grant_type: type,
      code = '',
      redirect_uri: redirectUri,
      code_verifier: verifier = '',
    } = request.body as Query;
    if (!this.isClient(request)) return reply.code(401).send({ error: 'invalid_client' });
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isFit = type === 'authorization_code' && grant?.redirectUri === redirectUri && grant?.challenge === challenge;
    if (!grant || !isFit || grant.expiresAt < Date.now()) return reply.code(400).send({ error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.issuer,
      aud: this.options.clientId,
      sub: grant.user.sub,
      iat: now,
      exp: now + TOKEN_SECONDS,
      ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }),
      ...grant.user.claims,
    };
    void reply.header('cache-control', 'no-store');
    return reply.send({
      access_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: this.signer({ header: this.keys.header, claims }),
    });
  }

  private isClient({ headers, body }: FastifyRequest): boolean {
    const { clientId, clientSecret } = this.options;
    if (clientSecret === undefined) return (body as Query)['client_id'] === clientId;
    const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(formDecoded);
    return id === clientId && secret === clientSecret;
  }
}

/** RFC 6749, 2.3.1: id and secret are encoded like the values of a form. */
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
