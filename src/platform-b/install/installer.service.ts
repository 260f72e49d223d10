import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import type { TokenAnswer } from '#libs/platform-b-client';
import { JobProducer } from '#libs/queue';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { InstallationsService } from '../../stores/installations.service.js';
import { PlatformBCallbacksRepository } from './callbacks.repository.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';

/** How far the clocks of two processes may differ. */
const SKEW_MS = 5_000;

/** What decides between installs of one store at the same time: an exchange ends the token of the one before. */
export interface Rivalry {
  /** When the exchange began. */
  readonly since: Date;
  /** Asks the platform whether the token is still good. */
  readonly isLive: () => Promise<boolean>;
}

/** Writes an install. */
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
   * All of the install or nothing; the job that follows is enqueued once it is committed. Returns the code for a session
   * of whom the platform names. Where it does not say who owns the store, who may install an app is an owner to us.
   * Where an install at the same time has brought the token that works, that one stands.
   */
  install(answer: TokenAnswer, { since, isLive }: Rivalry): Promise<string> {
    const { storeHash, user, owner } = answer;
    const retailerId = retailerIdOf('platform-b', storeHash);
    const role = owner === null || owner.id === user.id ? 'owner' : 'member';
    return this.database.transaction(retailerId, async (tx) => {
      const rival = await this.installations.hasTokensSince(tx, retailerId, new Date(since.getTime() - SKEW_MS));
      if (!rival || (await isLive())) await this.write(tx, retailerId, answer);
      await this.users.saveUser(tx, retailerId, user.id, role);
      return this.codes.issue('session', { retailerId, subject: user.id, role }, tx);
    });
  }

  private async write(tx: Tx, retailerId: string, { storeHash, accessToken, scope }: TokenAnswer): Promise<void> {
    await this.installations.install(tx, {
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
    tx.afterCommit(() => this.jobs.enqueue('stores.set-up', { retailerId }));
  }
}
