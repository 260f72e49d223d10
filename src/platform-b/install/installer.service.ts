import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import type { TokenAnswer } from '#libs/platform-b-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { InstallationsService } from '../../stores/installations.service.js';
import { PlatformBCallbacksRepository } from './callbacks.repository.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';

/** The largest difference between the clocks of two processes. */
const SKEW_MS = 5_000;

/**
 * Decides between concurrent installs of one store. Each exchange of a code ends the token of the exchange before it.
 */
export interface Rivalry {
  /** The time at which our exchange began. */
  readonly since: Date;
  /** Asks the platform whether our token still works. */
  readonly isLive: () => Promise<boolean>;
}

/** Writes an install to the database. */
@Injectable()
export class PlatformBInstallerService {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly stores: PlatformBStoresRepository,
    private readonly users: PlatformBCallbacksRepository,
    private readonly codes: OneTimeCodesService,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Writes the install in one transaction; the set-up is enqueued after the commit. Returns the one-time code for a
   * session of the user. Where the platform names no owner of the store, the user counts as an owner, because only
   * owners may install apps. Where a concurrent install has brought the token that works, that install is kept.
   */
  install(answer: TokenAnswer, { since, isLive }: Rivalry): Promise<string> {
    const { storeHash, user, owner } = answer;
    const retailerId = retailerIdOf('platform-b', storeHash);
    const role = owner === null || owner.id === user.id ? 'owner' : 'member';
    return this.database.transaction(retailerId, async (tx) => {
      const rival = await this.installations.hasTokensSince(tx, retailerId, new Date(since.getTime() - SKEW_MS));
      if (!rival || (await isLive())) await this.write(tx, retailerId, answer);
      await this.users.saveUser(tx, retailerId, user.id, role);
      return this.codes.issue('session', { retailerId, subject: user.id, role, email: user.email }, tx);
    });
  }

  private async write(tx: Tx, retailerId: string, { storeHash, accessToken, scope }: TokenAnswer): Promise<void> {
    await this.installations.install(tx, {
      platform: 'platform-b',
      externalId: storeHash,
      missingScopes: [],
      // The token is valid until the app is uninstalled or its scopes change.
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
    tx.afterCommit(() => this.jobs.enqueue('stores.set-up', { retailerId }));
  }
}
