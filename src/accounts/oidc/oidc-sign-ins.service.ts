import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { randomToken } from '#libs/crypto';
import {
  APP_LOGGER,
  type AppLogger,
  badGateway,
  forbidden,
  NO_RETAILER,
  unauthenticated,
  unavailable,
} from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import type { OidcConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import { BrowserAccountsService } from '../browser-accounts.service.js';
import { isProviderAway, OidcProviderClient, type Proofs } from './oidc-provider.client.js';
import { operatorSubject } from './operator-subject.js';
import { setPending, takePending } from './sign-in-cookie.js';
import { studioPath } from './studio-path.js';

/** Signs operators in with their account at a provider of OpenID Connect: authorization code flow with PKCE. */
@Injectable()
export class OidcSignInsService {
  constructor(
    private readonly runtime: Runtime,
    private readonly provider: OidcProviderClient,
    private readonly codes: OneTimeCodesService,
    private readonly accounts: BrowserAccountsService,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  get isConfigured(): boolean {
    return this.runtime.config.oidc !== undefined;
  }

  /** The provider's address where the person signs in. The browser keeps the proofs in a cookie. */
  async begin(to: unknown, reply: FastifyReply): Promise<string> {
    const config = this.config();
    // The state is also a single-use code: a copied cookie can't be used for a second answer.
    const state = await this.codes.issue('operator-sign-in', { retailerId: NO_RETAILER, subject: '', role: 'member' });
    const proofs = { state, nonce: randomToken(), verifier: randomToken() };
    const challenge = createHash('sha256').update(proofs.verifier).digest('base64url');
    const address = await this.asking(() =>
      this.provider.authorizationUrl(config, this.redirectUri, challenge, proofs),
    );
    setPending(reply, { ...proofs, to: studioPath(to) }, this.isSecure);
    return address.href;
  }

  /** Opens the session and returns the address to show. 401 for an answer that proves nothing, 403 for other people. */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const config = this.config();
    const pending = takePending(request, reply, this.isSecure);
    if (!pending) throw refused();
    const claims = await this.claims(config, request, pending);
    const subject = operatorSubject(claims, config);
    if (subject === undefined) throw forbidden('operator_required', 'This account is not one of an operator.');
    await this.accounts.signInIdentified(subject, request, reply);
    return this.runtime.publicUrl + studioPath(pending.to);
  }

  private async claims(config: OidcConfig, { url }: FastifyRequest, proofs: Proofs): Promise<Record<string, unknown>> {
    const answer = new URL(this.redirectUri);
    answer.search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    if (answer.searchParams.get('state') !== proofs.state) throw refused();
    await this.codes.redeem('operator-sign-in', proofs.state).catch(() => {
      throw refused();
    });
    const claims = await this.asking(() => this.provider.claims(config, answer, proofs));
    if (!claims) throw refused();
    return claims;
  }

  /** Turns the library's errors into ours. They go to the log, because the browser learns only that it was refused. */
  private async asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'a sign-in of an operator was refused');
      if (isProviderAway(error)) throw badGateway('oidc_unavailable', 'The provider of accounts does not answer.');
      throw refused();
    }
  }

  private config(): OidcConfig {
    const { oidc } = this.runtime.config;
    if (!oidc) throw unavailable('oidc_not_configured', 'Operators have no accounts here: set OIDC_ISSUER.');
    return oidc;
  }

  private get redirectUri(): string {
    return `${this.runtime.publicUrl}/dashboard/oidc/callback`;
  }

  private get isSecure(): boolean {
    return this.runtime.config.production || this.runtime.publicUrl.startsWith('https:');
  }
}

const refused = (): Error =>
  unauthenticated('sign_in_refused', 'The answer of the provider of accounts does not prove who you are.');
