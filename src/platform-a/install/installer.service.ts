import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { missingScopes, type TokenAnswer } from '#libs/platform-a-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { InstallationsService } from '../../stores/installations.service.js';
import { MERCHANT } from './openings.service.js';
import { credentialsOf } from '../client/store-tokens.js';

/** Writes an install. */
@Injectable()
export class PlatformAInstallerService {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
    private readonly codes: OneTimeCodesService,
  ) {}

  /**
   * All of the install or nothing; the job that follows is enqueued once it is committed. A store that is installed with
   * the same scopes keeps its installation: only the tokens are replaced, because the exchange may have ended those of
   * before. Returns the code for a session of the merchant: who may install an app in a store is an owner to us.
   */
  install(shop: string, asked: readonly string[], answer: TokenAnswer): Promise<string> {
    const retailerId = retailerIdOf('platform-a', shop);
    const grant = {
      // The merchant can edit the address of the authorize page, so what was granted may be less.
      missingScopes: missingScopes(answer.scope, asked),
      credentials: credentialsOf(answer, new Date()),
    };
    return this.database.transaction(retailerId, async (tx) => {
      if (!(await this.installations.keepGrant(tx, retailerId, grant))) {
        await this.installations.install(tx, { platform: 'platform-a', externalId: shop, ...grant });
        tx.afterCommit(() => this.jobs.enqueue('stores.set-up', { retailerId }));
      }
      return this.codes.issue('session', { retailerId, subject: MERCHANT, role: 'owner' }, tx);
    });
  }
}
