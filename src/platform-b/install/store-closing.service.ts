import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import type { SignedPayload } from '#libs/platform-b-client';
import { SessionValidityService } from '../../auth/session-validity.service.js';
import { PrivacyService } from '../../privacy/privacy.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { PlatformBCallbacksRepository } from './callbacks.repository.js';
import { PlatformBOrderReadsRepository } from '../sync/order-reads.repository.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { tokenKey } from './used-token.js';

/** Ends the access of one user, or of all users of a store. */
@Injectable()
export class PlatformBStoreClosingService {
  private readonly log = new Logger(PlatformBStoreClosingService.name);

  constructor(
    private readonly retailers: RetailersService,
    private readonly sessions: SessionValidityService,
    private readonly users: PlatformBCallbacksRepository,
    private readonly reads: PlatformBOrderReadsRepository,
    private readonly stores: PlatformBStoresRepository,
    private readonly privacy: PrivacyService,
  ) {}

  /** Payloads that the platform signed for the store up to this time are refused. */
  closedAt(tx: Tx, retailerId: string): Promise<Date | null> {
    return this.stores.closedAt(tx, retailerId);
  }

  /** Erases the token, ends every session, and deletes the work that waits. */
  async close(tx: Tx, { id }: Retailer, payload: SignedPayload): Promise<void> {
    if (!payload.isOwner) this.log.log(`a user who does not own store ${id} removed the app from it`);
    await this.retailers.uninstall(tx, id, new Date());
    await this.stores.close(tx, id, watermark(payload));
    await this.sessions.endAll(tx, id);
    await this.users.forgetUsers(tx, id);
    await this.reads.forget(tx, id);
    // A job deletes the data, because there may be much. The privacy requests contain the receipt.
    await this.privacy.record(tx, {
      retailerId: id,
      kind: 'retailer_redact',
      subject: undefined,
      reference: null,
      delivery: { id: entityId(id, 'uninstall', tokenKey(payload)), receivedAt: new Date() },
    });
  }

  async removeUser(tx: Tx, retailerId: string, payload: SignedPayload): Promise<void> {
    const { id } = payload.user;
    await this.users.removeUser(tx, retailerId, id, watermark(payload));
    await this.sessions.end(tx, retailerId, id);
  }
}

/** The later of our clock and the platform's clock, because the payloads to refuse have the time of the platform. */
const watermark = ({ issuedAt }: SignedPayload): Date => new Date(Math.max(Date.now(), issuedAt.getTime()));
