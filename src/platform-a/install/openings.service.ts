import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { missingScopes } from '#libs/platform-a-client';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { InstallationsService } from '../../stores/installations.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { SingleUse } from '../customer-sso/proof.js';
import { PlatformAUsedProofsRepository } from '../customer-sso/used-proofs.repository.js';

/** `sub` of a merchant's session: the platform's query names the store and not the person. */
export const MERCHANT = 'installer';

/**
 * Opening the app in a store that has it. An opening issues a code for the dashboard and changes nothing of the
 * installation: no token is asked for, no job is enqueued, and every older token of ours stays valid.
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
   * For a query that the platform signed. Undefined where an install is due, and where the signature was used before: a
   * signed address may be copied from a history or a log, so that it lets somebody in once.
   */
  openSigned(shop: string, asked: readonly string[], signature: SingleUse): Promise<string | undefined> {
    return this.enter(shop, async (retailer, granted) => {
      // What the merchant has withheld before is no reason to ask for it at each opening.
      const isNew = (scope: string): boolean => !retailer.missingScopes.includes(scope);
      if (missingScopes(granted, asked).some(isNew)) return false;
      return this.proofs.use(retailer.id, signature);
    });
  }

  /**
   * For a merchant who comes back from the authorize page. Undefined where an install is due, and where scopes are
   * missing: then the code of the platform has to be exchanged to know what was granted.
   */
  openAuthorized(shop: string, asked: readonly string[]): Promise<string | undefined> {
    return this.enter(shop, (_, granted) => missingScopes(granted, asked).length === 0);
  }

  private async enter(
    shop: string,
    mayEnter: (retailer: Retailer, granted: readonly string[]) => boolean | Promise<boolean>,
  ): Promise<string | undefined> {
    const retailerId = retailerIdOf('platform-a', shop);
    const retailer = await this.installations.installed(retailerId, 'platform-a');
    const granted = retailer && (await this.installations.grantedScopes(retailerId));
    if (!granted || !(await mayEnter(retailer, granted))) return undefined;
    return this.database.transaction(retailerId, async (tx) => {
      // An uninstall either waits for this code and ends it, or is seen here.
      if ((await this.retailers.holdStatus(tx, retailerId)) !== 'installed') return undefined;
      return this.codes.issue('session', { retailerId, subject: MERCHANT, role: 'owner' }, tx);
    });
  }
}
