import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { TokenAnswer } from '#libs/platform-b-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodes } from '../auth/one-time-codes.js';
import { InstallationsService } from '../retailers/installations.service.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { StoresRepository } from './stores.repository.js';

/** Writes an install. */
@Injectable()
export class Installer {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly stores: StoresRepository,
    private readonly users: CallbacksRepository,
    private readonly codes: OneTimeCodes,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * All of the install or nothing; the job that follows is rung for once it is committed. Returns the code for a session
   * of whom the platform names. Where it does not say who owns the store, who may install an app is an owner to us.
   */
  install({ storeHash, accessToken, scope, user, owner }: TokenAnswer): Promise<string> {
    const role = owner === null || owner.id === user.id ? 'owner' : 'member';
    return this.database.transactionAcrossRetailers(async (tx) => {
      const retailerId = await this.installations.install(tx, {
        platform: 'platform-b',
        externalId: storeHash,
        missingScopes: [],
        // The token lasts until the app is uninstalled or its scopes change.
        credentials: {
          accessToken,
          refreshToken: null,
          expiresAt: null,
          refreshExpiresAt: null,
          issuedAt: new Date(),
          scopes: scope.split(/\s+/),
        },
      });
      await this.stores.save(tx, retailerId);
      await this.users.saveUser(tx, retailerId, user.id, role);
      tx.afterCommit(() => this.jobs.ring('platform-b.set-up-store', { retailerId }));
      return this.codes.issue('session', { retailerId, subject: user.id, role }, tx);
    });
  }
}
