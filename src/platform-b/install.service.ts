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
  type TokenAnswer,
} from '#libs/platform-b-client';
import { Runtime } from '../config/runtime.js';
import { dashboardAddress } from './dashboard-address.js';
import { readInstallQuery } from './install-query.js';
import { Installer } from './installer.js';
import { PendingRemoval } from './pending-removal.js';

/** The install: nothing is stored until every check has passed. Each method answers where the browser goes next. */
@Injectable()
export class InstallService {
  /** The last install under way of each store: the younger of two codes must be exchanged, and written, last. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installer: Installer,
    private readonly removal: PendingRemoval,
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

  /** One after the other for each store: an exchange kills the token of the one before. */
  private finish(grant: InstallGrant): Promise<string> {
    const before = this.underWay.get(grant.context) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => this.install(grant));
    this.underWay.set(grant.context, mine);
    return mine.finally(() => {
      if (this.underWay.get(grant.context) === mine) this.underWay.delete(grant.context);
    });
  }

  private async install(grant: InstallGrant): Promise<string> {
    const { scopes } = this.runtime.platformB();
    // Before the code is used up: it is good once.
    await this.removal.finished(grant.context.replace('stores/', ''));
    const answer = await this.exchange(grant);
    const missing = missingScopes(answer.scope, scopes);
    if (missing.length > 0) {
      throw new DomainError(
        403,
        'missing_scopes',
        `Nothing was installed: these scopes are missing: ${missing.join(' ')}`,
      );
    }
    const code = await this.installer.install(answer);
    return dashboardAddress(this.runtime.dashboardUrl, '/', code);
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
