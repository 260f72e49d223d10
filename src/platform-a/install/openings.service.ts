import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { missingScopes } from '#libs/platform-a-client';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { UNNAMED_USER } from '../../auth/unnamed-user.js';
import { InstallationsService } from '../../stores/installations.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { SingleUse } from '../customer-sso/proof.js';
import { PlatformAUsedProofsRepository } from '../customer-sso/used-proofs.repository.js';

/**
 * Opens the app in a store that has it. An opening issues a one-time code for the dashboard and does not change the
 * installation: it requests no token, enqueues no job, and leaves our earlier tokens valid.
 */
@Injectable()
export class PlatformAOpeningsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly installations: InstallationsService,
    private readonly codes: OneTimeCodesService,
    private readonly proofs: PlatformAUsedProofsRepository,
  ) {}

  /**
   * For a query that the platform signed. Undefined where an install is due, or where the signature was used before: an
   * address can be copied from a history or a log, so each signature is accepted once.
   *
   * @param subject the member of staff that the platform named, or `UNNAMED_USER`
   */
  openSigned(
    shop: string,
    asked: readonly string[],
    signature: SingleUse,
    subject: string,
  ): Promise<string | undefined> {
    return this.enter(shop, subject, async (retailer, granted) => {
      // Scopes that the merchant has refused before do not start an install at each opening.
      const isNew = (scope: string): boolean => !retailer.missingScopes.includes(scope);
      if (missingScopes(granted, asked).some(isNew)) return false;
      return this.proofs.use(retailer.id, signature);
    });
  }

  /**
   * For a merchant who returns from the authorize page. Undefined where an install is due, or where scopes are missing:
   * then only the exchange of the platform's code shows which scopes are granted. The way back names no user.
   */
  openAuthorized(shop: string, asked: readonly string[]): Promise<string | undefined> {
    return this.enter(shop, UNNAMED_USER, (_, granted) => missingScopes(granted, asked).length === 0);
  }

  private async enter(
    shop: string,
    subject: string,
    mayEnter: (retailer: Retailer, granted: readonly string[]) => boolean | Promise<boolean>,
  ): Promise<string | undefined> {
    const retailerId = retailerIdOf('platform-a', shop);
    const retailer = await this.installations.installed(retailerId, 'platform-a');
    const granted = retailer && (await this.installations.grantedScopes(retailerId));
    if (!granted || !(await mayEnter(retailer, granted))) return undefined;
    return this.database.transaction(retailerId, async (tx) => {
      // Locks the status: an uninstall waits for this transaction and then ends its code, or it is visible here.
      if ((await this.retailers.holdStatus(tx, retailerId)) !== 'installed') return undefined;
      return this.codes.issue('session', { retailerId, subject, role: 'owner' }, tx);
    });
  }
}
