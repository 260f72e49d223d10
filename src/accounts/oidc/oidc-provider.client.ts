import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundError, OutboundHttp } from '#libs/outbound-http';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  None,
} from 'openid-client';
import type { OidcConfig } from '../../config/app-config.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** What proves that an answer belongs to a sign-in of this browser. */
export interface Proofs {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636: the provider knows its hash. */
  readonly verifier: string;
}

/**
 * The provider of accounts. It reads the provider's metadata and keys at every step: operators sign in rarely, and so a
 * new key or a withdrawn one counts at once.
 */
@Injectable()
export class OidcProviderClient implements OnApplicationShutdown {
  // The operator of the service configures the provider, which may be inside the company's network.
  private readonly http = new OutboundHttp({ guard: { allowPrivate: true } });

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  /** Where the browser goes to sign in. */
  async authorizationUrl(config: OidcConfig, redirectUri: string, challenge: string, proofs: Proofs): Promise<URL> {
    return buildAuthorizationUrl(await this.provider(config), {
      redirect_uri: redirectUri,
      scope: config.scopes,
      state: proofs.state,
      nonce: proofs.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
  }

  /**
   * Exchanges the code of the answer for the claims of its ID token. Throws unless the state, the nonce, the issuer,
   * the client, the times and the signature of the token by a key of the provider are right.
   */
  async claims(config: OidcConfig, answer: URL, { state, nonce, verifier }: Proofs): Promise<IDToken | undefined> {
    const tokens = await authorizationCodeGrant(await this.provider(config), answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return tokens.claims();
  }

  private provider({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
    const auth = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
    // Production refuses an issuer over http at the start.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    return discovery(new URL(issuer), clientId, undefined, auth, {
      [customFetch]: this.fetch,
      // The library trusts the token endpoint's connection alone, unless it is asked to verify the signature.
      execute: [enableNonRepudiationChecks, ...insecure],
    });
  }

  private readonly fetch: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await this.http.request({
      method: method as 'GET' | 'POST',
      url,
      headers,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_BYTES,
    });
    const type = answer.headers['content-type'];
    return new Response(answer.body.toString(), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

const UNFIT_ANSWERS: ReadonlySet<unknown> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Whether the provider did not answer, or answered like a server in trouble. */
export function isProviderAway(error: unknown): boolean {
  if (error instanceof OutboundError) return true;
  if (!(error instanceof Error)) return false;
  const { code, status = 0 } = error as { readonly code?: unknown; readonly status?: number };
  return status >= 500 || UNFIT_ANSWERS.has(code) || isProviderAway(error.cause);
}
