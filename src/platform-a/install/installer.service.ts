import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { expandScopes, missingScopes, type TokenAnswer } from '#libs/platform-a-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { UNNAMED_USER } from '../../auth/unnamed-user.js';
import { InstallationsService } from '../../stores/installations.service.js';
import { isFeatureScope } from '../client/feature-scopes.js';
import { credentialsOf } from '../client/store-tokens.js';

/** Writes an install to the database. */
@Injectable()
export class PlatformAInstallerService {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
    private readonly codes: OneTimeCodesService,
  ) {}

  /**
   * Writes the install in one transaction; the set-up is enqueued after the commit. A store that is installed with the
   * same scopes, apart from those of features, keeps its installation. Only its tokens are replaced, because the
   * exchange may have ended the earlier ones. Returns the one-time code for a session. The merchant counts as an owner,
   * because only owners may install apps.
   */
  install(shop: string, asked: readonly string[], answer: TokenAnswer): Promise<string> {
    const retailerId = retailerIdOf('platform-a', shop);
    const grant = {
      // The merchant can edit the address of the authorize page, so what was granted may be less.
      missingScopes: missingScopes(answer.scope, asked),
      credentials: credentialsOf(answer, new Date()),
    };
    return this.database.transaction(retailerId, async (tx) => {
      if (!(await this.installations.keepGrant(tx, retailerId, grant, readTheSame))) {
        await this.installations.install(tx, { platform: 'platform-a', externalId: shop, ...grant });
        tx.afterCommit(() => this.jobs.enqueue('stores.set-up', { retailerId }));
      }
      return this.codes.issue('session', { retailerId, subject: UNNAMED_USER, role: 'owner' }, tx);
    });
  }
}

/** Whether both grants let the app read the same records. Features only write, so their scopes call for no backfill. */
function readTheSame(some: readonly string[], others: readonly string[]): boolean {
  const [first, second] = [readable(some), readable(others)];
  return first.length === second.length && first.every((scope) => second.includes(scope));
}

const readable = (scopes: readonly string[]): string[] =>
  expandScopes(scopes).filter((scope) => !isFeatureScope(scope) && scope !== 'read_discounts');
