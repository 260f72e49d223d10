import { Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '#libs/crypto';
import { badGateway, malformed, retailerIdOf } from '#libs/kernel';
import { OutboundHttp } from '#libs/outbound-http';
import { authorizeUrl, exchangeCode, PlatformAError, shopBaseUrl, type TokenAnswer } from '#libs/platform-a-client';
import { UNNAMED_USER } from '../../auth/unnamed-user.js';
import type { PlatformAConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import { frameAncestors } from '../client/frame-ancestors.js';
import { PlatformAAskedScopesService } from './asked-scopes.service.js';
import { PlatformAInstallerService } from './installer.service.js';
import type { OAuthQuery } from './oauth-signature.guard.js';
import { PlatformAOAuthStateRepository, STATE_SECONDS } from './oauth-state.repository.js';
import { PlatformAOpeningsService } from './openings.service.js';

/** The next address of the merchant's browser, and the cookie that goes with it. */
export interface Redirection {
  readonly location: string;
  readonly cookie?: InstallCookie;
}

/** The next address of the whole window, where the request came from a frame. */
export interface WayOut {
  readonly top: string;
  readonly frameAncestors: readonly string[];
}

export interface InstallCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge: number;
  readonly secure: boolean;
}

export type Cookies = Readonly<Record<string, string | undefined>>;

const PLATFORM = 'platform-a';

/**
 * Installs the app by OAuth with an authorization code. Until all checks have passed, only the state is stored. A store
 * that has the app is not installed again; see PlatformAOpeningsService.
 */
@Injectable()
export class PlatformAInstallService {
  private readonly callbackUrl: URL;

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly states: PlatformAOAuthStateRepository,
    private readonly installer: PlatformAInstallerService,
    private readonly openings: PlatformAOpeningsService,
    private readonly askedScopes: PlatformAAskedScopesService,
  ) {
    this.callbackUrl = new URL(`${runtime.publicUrl}/platform-a/callback`);
  }

  /**
   * The platform signs the query when a merchant opens the app in the store's admin; then the app is opened. Every
   * other request is redirected to the store's authorize page, where the platform signs the merchant in. So an unsigned
   * query, to which any page can link, only redirects. The parameter `feature` adds the scopes of a feature that the
   * merchant wants to use. The authorize page is for the whole window, so a frame gets the way there.
   */
  async start(
    { shop, params, signature, staff = UNNAMED_USER }: OAuthQuery,
    isFramed: boolean,
  ): Promise<Redirection | WayOut> {
    const app = this.runtime.platformA();
    const session = signature && (await this.openings.openSigned(shop, app.scopes, signature, staff));
    if (session !== undefined) return { location: this.dashboard(shop, session) };
    const feature = params.get('feature');
    const scopes = await this.askedScopes.of(shop, feature);
    return isFramed
      ? { top: this.startOf(shop, feature), frameAncestors: frameAncestors(app, shop) }
      : this.authorize(app, shop, scopes);
  }

  /**
   * The merchant returns with a code. Where an install is due, the code is exchanged and the set-up follows. Where the
   * store has the app with all scopes, the signature and the state prove the merchant. Then the code is not used,
   * because an exchange could end the installation's token.
   */
  async finish({ shop, params }: OAuthQuery, cookies: Cookies): Promise<Redirection> {
    const app = this.runtime.platformA();
    const code = params.get('code');
    if (!code) throw malformed('access_denied', 'The merchant did not grant access; nothing was installed.');
    const state = params.get('state') ?? '';
    const asked = await this.useState(shop, state, cookies[cookieName(state)] ?? '');
    const session =
      (await this.openings.openAuthorized(shop, asked)) ??
      (await this.installer.install(shop, asked, await this.exchange(app, shop, code)));
    return { location: this.dashboard(shop, session), cookie: this.cookie(state, '', 0) };
  }

  private async authorize(app: PlatformAConfig, shop: string, scopes: readonly string[]): Promise<Redirection> {
    const state = randomToken();
    // A random value. A value that is signed with the app's secret would also be a valid webhook signature.
    const browser = randomToken();
    const retailerId = retailerIdOf(PLATFORM, shop);
    await this.states.save({ retailerId, stateHash: sha256Hex(state), browserHash: sha256Hex(browser) }, scopes);
    const location = authorizeUrl({
      shopBaseUrl: shopBaseUrl(app.shopBaseUrl, shop),
      clientId: app.clientId,
      scopes,
      redirectUri: this.callbackUrl.href,
      state,
    });
    return { location, cookie: this.cookie(state, browser, STATE_SECONDS) };
  }

  /** Returns the scopes that the merchant was asked for. */
  private async useState(shop: string, state: string, browser: string): Promise<readonly string[]> {
    const retailerId = retailerIdOf(PLATFORM, shop);
    const key = { retailerId, stateHash: sha256Hex(state), browserHash: sha256Hex(browser) };
    const asked = await this.states.consume(key);
    if (asked) return asked;
    throw malformed(
      'invalid_state',
      'This install was not started for this store, in this browser and within ten minutes, or it is finished. Start again.',
    );
  }

  private async exchange(app: PlatformAConfig, shop: string, code: string): Promise<TokenAnswer> {
    const { clientId, clientSecrets } = app;
    const credentials = { clientId, clientSecret: clientSecrets[0], shopBaseUrl: shopBaseUrl(app.shopBaseUrl, shop) };
    try {
      return await exchangeCode(this.http, credentials, code);
    } catch (error) {
      if (!(error instanceof PlatformAError)) throw error;
      throw badGateway('platform_error', 'The store issued no token; nothing was installed. Start again.', error);
    }
  }

  /** Our own address that leads to the authorize page. */
  private startOf(shop: string, feature: string | null): string {
    const query = new URLSearchParams({ shop, ...(feature === null ? {} : { feature }) });
    return `${this.runtime.publicUrl}/platform-a/auth?${query.toString()}`;
  }

  /** From our configuration. The parameter `host` of the query is not trusted. */
  private dashboard(shop: string, code: string): string {
    const url = new URL(this.runtime.dashboardUrl);
    url.searchParams.set('shop', shop);
    url.searchParams.set('code', code);
    return url.href;
  }

  private cookie(state: string, value: string, maxAge: number): InstallCookie {
    const { pathname: path, protocol } = this.callbackUrl;
    return { name: cookieName(state), value, path, maxAge, secure: protocol === 'https:' };
  }
}

/** Each state has a cookie of its own, so that installs in two tabs do not overwrite each other's cookie. */
const cookieName = (state: string): string => `rekindle_install_${sha256Hex(state).slice(0, 16)}`;
