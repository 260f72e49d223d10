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

/** Takes access away: from a person, or from all of a store. */
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

  /** Until when what the platform signed for the store opens nothing. */
  closedAt(tx: Tx, retailerId: string): Promise<Date | null> {
    return this.stores.closedAt(tx, retailerId);
  }

  /** The token is erased, every session ended, and the work that waits is gone. */
  async close(tx: Tx, { id }: Retailer, payload: SignedPayload): Promise<void> {
    if (!payload.isOwner) this.log.log(`the app was removed from store ${id} by somebody who does not own it`);
    await this.retailers.uninstall(tx, id, new Date());
    await this.stores.close(tx, id, watermark(payload));
    await this.sessions.endAll(tx, id);
    await this.users.forgetUsers(tx, id);
    await this.reads.forget(tx, id);
    // Carried out by a job, because it may be much; the receipt is among the privacy requests.
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

/** By our clock or by the platform's, whichever is ahead: the tokens that it holds off bear the platform's time. */
const watermark = ({ issuedAt }: SignedPayload): Date => new Date(Math.max(Date.now(), issuedAt.getTime()));
