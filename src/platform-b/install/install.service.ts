import { Injectable } from '@nestjs/common';
import { badGateway, DomainError, malformed } from '#libs/kernel';
import { OutboundHttp } from '#libs/outbound-http';
import {
  exchangeCode,
  type InstallGrant,
  installOutcomeUrl,
  installUrl,
  missingScopes,
  PlatformBError,
  PlatformBRest,
  readTime,
  type TokenAnswer,
} from '#libs/platform-b-client';
import { Runtime } from '../../config/runtime.js';
import { dashboardAddress } from './dashboard-address.js';
import { readInstallQuery } from './install-query.js';
import { PlatformBInstallerService } from './installer.service.js';
import { NewestFirst } from './newest-first.js';
import { PlatformBPendingRemovalService } from './pending-removal.service.js';

/**
 * Anybody can send invalid codes for any store. Several codes are exchanged at once and the newest first, so that the
 * merchant's own code does not expire behind invalid ones.
 */
const INSTALLS_OF_A_STORE = { atOnce: 4, waiting: 8 };
/** Time limit for the check of a token, during which other installs of the store wait. */
const CHECK_MS = 3_000;

/** Installs the app. Nothing is stored before every check has passed. */
@Injectable()
export class PlatformBInstallService {
  private readonly turns = new NewestFirst(INSTALLS_OF_A_STORE);

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installer: PlatformBInstallerService,
    private readonly removal: PlatformBPendingRemovalService,
  ) {}

  /** Starts an install, or finishes one where the platform has sent a code. Returns the address for the redirect. */
  async auth(query: URLSearchParams): Promise<string> {
    const { loginBaseUrl, clientId } = this.runtime.platformB();
    const request = readInstallQuery(query);
    if (request.kind === 'start') return installUrl(loginBaseUrl, clientId);
    const { grant, isExternal } = request;
    if (!isExternal) return this.finish(grant);
    const outcome = await this.finish(grant).then(() => 'succeeded' as const, failedUnlessInternal);
    return installOutcomeUrl(loginBaseUrl, clientId, outcome);
  }

  private finish(grant: InstallGrant): Promise<string> {
    return this.turns.run(grant.context, () => this.install(grant));
  }

  private async install(grant: InstallGrant): Promise<string> {
    const { scopes } = this.runtime.platformB();
    // Before the exchange, because a code is accepted once.
    await this.removal.finished(grant.context.replace('stores/', ''));
    const since = new Date();
    const answer = await this.exchange(grant);
    const missing = missingScopes(answer.scope, scopes);
    if (missing.length > 0) {
      throw new DomainError(
        403,
        'missing_scopes',
        `Nothing was installed. These scopes are missing: ${missing.join(' ')}`,
      );
    }
    const code = await this.installer.install(answer, { since, isLive: () => this.isLive(answer) });
    return dashboardAddress(this.runtime.dashboardUrl, '/', code);
  }

  /** Whether the platform accepts the token. The exchange of another code of the store ends the token. */
  private async isLive({ storeHash, accessToken }: TokenAnswer): Promise<boolean> {
    const { apiBaseUrl } = this.runtime.platformB();
    const patience = { attempts: 1, maxThrottleWaitMs: 0, timeoutMs: CHECK_MS };
    const rest = new PlatformBRest({ http: this.http, apiBaseUrl, storeHash, accessToken, ...patience });
    try {
      await readTime(rest);
    } catch (error) {
      if (error instanceof PlatformBError) return error.kind !== 'unauthorized';
      throw error;
    }
    return true;
  }

  private async exchange(grant: InstallGrant): Promise<TokenAnswer> {
    const { clientId, clientSecrets, loginBaseUrl } = this.runtime.platformB();
    // From the configuration and never from the request. The platform compares it with the app's profile.
    const redirectUri = `${this.runtime.publicUrl}/platform-b/auth`;
    const app = { clientId, clientSecret: clientSecrets[0], loginBaseUrl, redirectUri };
    try {
      return await exchangeCode(this.http, app, grant);
    } catch (error) {
      throw error instanceof PlatformBError ? refusalOf(error) : error;
    }
  }
}

function refusalOf(error: PlatformBError): DomainError {
  // The scope comes from the query. The platform compares it with the app's profile and with the merchant's grant.
  if (error.code === 'invalid_scope') {
    return malformed('invalid_scope', 'The app does not have this scope. Start the install again.');
  }
  if (error.kind === 'invalid_grant') {
    return malformed(
      'invalid_grant',
      'The code was used, has expired, or is not a code of the platform. Start the install again.',
    );
  }
  if (error.code === 'wrong_store') {
    return malformed('wrong_store', 'The code belongs to another store; nothing was installed.');
  }
  return badGateway(
    'platform_error',
    'The platform issued no token; nothing was installed. Start the install again.',
    error,
  );
}

/** The platform's own page shows the failures that the merchant can act on. Every other error is thrown. */
function failedUnlessInternal(error: unknown): 'failed' {
  if (error instanceof DomainError) return 'failed';
  throw error;
}
