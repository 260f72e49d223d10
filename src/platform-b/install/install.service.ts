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
 * Anybody can bring codes that are none for any store. They are tried beside each other, and the newest first, so that
 * the merchant's own code does not wait for them until it expires.
 */
const INSTALLS_OF_A_STORE = { atOnce: 4, waiting: 8 };
/** For one look whether a token works, while other installs of the store wait. */
const LOOK_MS = 3_000;

/** The install: nothing is stored until every check has passed. Each method answers where the browser goes next. */
@Injectable()
export class PlatformBInstallService {
  private readonly turns = new NewestFirst(INSTALLS_OF_A_STORE);

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installer: PlatformBInstallerService,
    private readonly removal: PlatformBPendingRemovalService,
  ) {}

  /** Begins an install, or ends one where the platform has sent a code. */
  async auth(query: URLSearchParams): Promise<string> {
    const { loginBaseUrl, clientId } = this.runtime.platformB();
    const request = readInstallQuery(query);
    if (request.kind === 'start') return installUrl(loginBaseUrl, clientId);
    const { grant, isExternal } = request;
    if (!isExternal) return this.finish(grant);
    const outcome = await this.finish(grant).then(() => 'succeeded' as const, failedUnlessOurs);
    return installOutcomeUrl(loginBaseUrl, clientId, outcome);
  }

  private finish(grant: InstallGrant): Promise<string> {
    return this.turns.run(grant.context, () => this.install(grant));
  }

  private async install(grant: InstallGrant): Promise<string> {
    const { scopes } = this.runtime.platformB();
    // Before the code is used up: it is good once.
    await this.removal.finished(grant.context.replace('stores/', ''));
    const since = new Date();
    const answer = await this.exchange(grant);
    const missing = missingScopes(answer.scope, scopes);
    if (missing.length > 0) {
      throw new DomainError(
        403,
        'missing_scopes',
        `Nothing was installed: these scopes are missing: ${missing.join(' ')}`,
      );
    }
    const code = await this.installer.install(answer, { since, isLive: () => this.isLive(answer) });
    return dashboardAddress(this.runtime.dashboardUrl, '/', code);
  }

  /** Whether the platform takes the token: it ends it when another code of the store is exchanged. */
  private async isLive({ storeHash, accessToken }: TokenAnswer): Promise<boolean> {
    const { apiBaseUrl } = this.runtime.platformB();
    const patience = { attempts: 1, maxThrottleWaitMs: 0, timeoutMs: LOOK_MS };
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
    // From the configuration, never from the request: the platform compares it with the app's profile.
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
  // The scope is the query's: the platform compares it with the app's profile and with what the merchant granted.
  if (error.code === 'invalid_scope') {
    return malformed('invalid_scope', 'The app does not have this scope; start the install again.');
  }
  if (error.kind === 'invalid_grant') {
    return malformed('invalid_grant', 'The code is used, too old or not one of the platform; start the install again.');
  }
  if (error.code === 'wrong_store') {
    return malformed('wrong_store', 'The code is one of another store; nothing was installed.');
  }
  return badGateway(
    'platform_error',
    'The platform did not hand out a token; nothing was installed. Start again.',
    error,
  );
}

/** What the merchant can do something about is shown on the platform's own page. */
function failedUnlessOurs(error: unknown): 'failed' {
  if (error instanceof DomainError) return 'failed';
  throw error;
}
