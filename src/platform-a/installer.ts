import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { missingScopes, type TokenAnswer } from '#libs/platform-a-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodes } from '../auth/one-time-codes.js';
import { InstallationsService } from '../retailers/installations.service.js';
import { credentialsOf } from './store-tokens.js';

/** `sub` of the session at the end of an install: the platform does not say who it was. */
const INSTALLER = 'installer';

/** Writes an install. */
@Injectable()
export class Installer {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
    private readonly codes: OneTimeCodes,
  ) {}

  /**
   * All of the install or nothing; the job that follows is rung for once it is committed. Returns the code for a
   * session of the merchant: who may install an app in a store is an owner to us.
   */
  install(shop: string, scopes: readonly string[], answer: TokenAnswer): Promise<string> {
    return this.database.transactionAcrossRetailers(async (tx) => {
      const retailerId = await this.installations.install(tx, {
        platform: 'platform-a',
        externalId: shop,
        // The merchant can edit the address of the authorize page, so what was granted may be less.
        missingScopes: missingScopes(answer.scope, scopes),
        credentials: credentialsOf(answer, new Date()),
      });
      tx.afterCommit(() => this.jobs.ring('platform-a.set-up-store', { retailerId }));
      return this.codes.issue('session', { retailerId, subject: INSTALLER, role: 'owner' }, tx);
    });
  }
}
