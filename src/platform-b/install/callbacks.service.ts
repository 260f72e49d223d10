import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { DomainError, retailerIdOf } from '#libs/kernel';
import type { SignedPayload } from '#libs/platform-b-client';
import { OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { Runtime } from '../../config/runtime.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { PlatformBCallbacksRepository, type TokenPurpose } from './callbacks.repository.js';
import { dashboardAddress } from './dashboard-address.js';
import { PlatformBStoreClosingService } from './store-closing.service.js';
import { tokenKey, usableUntil } from './used-token.js';

/** The largest delay of the platform's clock behind ours. */
const SKEW_MS = 60_000;

/** Handles the platform's calls when a user opens the app, removes it, or loses access to the store. */
@Injectable()
export class PlatformBCallbacksService {
  constructor(
    private readonly runtime: Runtime,
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly repository: PlatformBCallbacksRepository,
    private readonly codes: OneTimeCodesService,
    private readonly closing: PlatformBStoreClosingService,
  ) {}

  /** Signs the user in. Returns the address of the dashboard with a one-time code. */
  load(payload: SignedPayload): Promise<string> {
    const retailerId = retailerIdOf('platform-b', payload.storeHash);
    const { user, isOwner, url } = payload;
    const role = isOwner ? 'owner' : 'member';
    return this.database.transaction(retailerId, async (tx) => {
      const retailer = await this.retailers.find(retailerId, tx);
      if (!retailer || retailer.status === 'uninstalled') throw notInstalled(payload.storeHash);
      if ((await this.use(tx, retailerId, payload, 'load')) !== 'first') throw usedUp(retailer.name);
      const closedAt = await this.closing.closedAt(tx, retailerId);
      const removedAt = await this.repository.removedAt(tx, retailerId, user.id);
      if (isUpTo(payload.issuedAt, closedAt) || isUpTo(payload.issuedAt, removedAt)) throw usedUp(retailer.name);
      await this.repository.saveUser(tx, retailerId, user.id, role);
      const code = await this.codes.issue('session', { retailerId, subject: user.id, role, email: user.email }, tx);
      return dashboardAddress(this.runtime.dashboardUrl, url, code);
    });
  }

  /** Ends the installation. Any user of the store may remove the app: by now the platform has already done it. */
  uninstall(payload: SignedPayload): Promise<Record<string, never>> {
    return this.once(payload, 'uninstall', async (tx, retailerId) => {
      const retailer = await this.retailers.find(retailerId, tx);
      // A payload that was signed before a reinstall is about the earlier installation.
      const isLate = retailer && payload.issuedAt.getTime() + SKEW_MS < retailer.installedAt.getTime();
      if (retailer && retailer.status !== 'uninstalled' && !isLate) await this.closing.close(tx, retailer, payload);
    });
  }

  /** Ends the user's access to the app in this store. */
  removeUser(payload: SignedPayload): Promise<Record<string, never>> {
    return this.once(payload, 'remove-user', (tx, retailerId) => this.closing.removeUser(tx, retailerId, payload));
  }

  /** Runs the work once for a call, and never for an unknown store. */
  private async once(
    payload: SignedPayload,
    purpose: TokenPurpose,
    work: (tx: Tx, retailerId: string) => Promise<void>,
  ): Promise<Record<string, never>> {
    const retailerId = retailerIdOf('platform-b', payload.storeHash);
    await this.database.transaction(retailerId, async (tx) => {
      if (!(await this.retailers.find(retailerId, tx))) return;
      const use = await this.use(tx, retailerId, payload, purpose);
      if (use === 'elsewhere') throw usedUp();
      if (use === 'first') await work(tx, retailerId);
    });
    return {};
  }

  private use(tx: Tx, retailerId: string, payload: SignedPayload, purpose: TokenPurpose) {
    return this.repository.use(tx, { retailerId, key: tokenKey(payload), purpose, until: usableUntil(payload) });
  }
}

const isUpTo = (issuedAt: Date, watermark: Date | null): boolean => watermark !== null && issuedAt <= watermark;

const usedUp = (store?: string): DomainError =>
  new DomainError(
    401,
    'invalid_signature',
    'The payload was used before, or it is older than the access that it asks for.',
    {
      store,
    },
  );

export const notInstalled = (store?: string): DomainError =>
  new DomainError(404, 'store_not_installed', 'The app is not installed in this store; install it first.', { store });
