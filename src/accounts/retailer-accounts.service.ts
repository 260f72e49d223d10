import { Injectable } from '@nestjs/common';
import { OneTimeCodesService } from '../auth/one-time-codes.service.js';
import { TokenIssuerService } from '../auth/token-issuer.service.js';
import { invalidToken, type RetailerCaller } from '../auth/token-rules.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { RetailerMeAnswer, RetailerSessionAnswer } from './dto/accounts.dto.js';

/** A working day. The platform's admin opens a new session each time the merchant opens the app. */
const SESSION_SECONDS = 8 * 60 * 60;

/** The accounts of stores' users. */
@Injectable()
export class RetailerAccountsService {
  constructor(
    private readonly codes: OneTimeCodesService,
    private readonly retailers: RetailersService,
    private readonly tokens: TokenIssuerService,
  ) {}

  /** Exchanges the one-time code of an install or a load for a session. */
  async redeem(code: string): Promise<RetailerSessionAnswer> {
    const { retailerId, subject, role } = await this.codes.redeem('session', code);
    const retailer = await this.me({ kind: 'retailer', retailerId, subject, role });
    if (retailer.status === 'uninstalled') throw invalidToken();
    const accessToken = this.tokens.issue('retailer', { sub: subject, retailerId, role }, SESSION_SECONDS);
    return { accessToken, expiresIn: SESSION_SECONDS, retailer };
  }

  async me({ retailerId, subject, role, operator }: RetailerCaller): Promise<RetailerMeAnswer> {
    const { id, platform, externalId, name, status, currency, language, timeZone, missingScopes, brands, installedAt } =
      await this.retailers.view(retailerId);
    const user = { id: subject, role, operator: operator ?? null };
    const store = { id, platform, externalId, name, status, currency, language, timeZone };
    return { ...store, missingScopes, brands, installedAt, user };
  }
}
