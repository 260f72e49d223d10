import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { DomainError, entityId, retailerIdOf, unauthenticated } from '#libs/kernel';
import { type CurrentCustomer, verifyCurrentCustomer } from '#libs/platform-b-client';
import { lockRetailer } from '../../database/retailer-locks.js';
import { CustomerSessionsService } from '../../auth/customer-sessions.service.js';
import type { CustomerTokensAnswer } from '../../auth/customer-tokens.dto.js';
import { Runtime } from '../../config/runtime.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { notInstalled } from '../install/callbacks.service.js';
import type { CustomerSsoBody } from './customer-sso.dto.js';
import { PlatformBCustomerStubsService } from './customer-stubs.service.js';

/** Opens sessions for customers who are signed in at the storefront. */
@Injectable()
export class PlatformBCustomerSsoService {
  constructor(
    private readonly runtime: Runtime,
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly stubs: PlatformBCustomerStubsService,
    private readonly sessions: CustomerSessionsService,
  ) {}

  /**
   * Returns our tokens for the customer that the platform's token names. Needs no call to the platform, which may be
   * down.
   */
  async signOn({ token, storeHash }: CustomerSsoBody): Promise<CustomerTokensAnswer> {
    const { clientId, clientSecrets } = this.runtime.platformB();
    const verdict = verifyCurrentCustomer(token, { clientId, clientSecrets, now: new Date() });
    if (verdict.outcome !== 'ok') throw refused();
    const { current } = verdict;
    if (storeHash !== undefined && storeHash !== current.storeHash) throw refused();
    const retailerId = retailerIdOf('platform-b', current.storeHash);
    await this.database.transaction(retailerId, (tx) => this.admit(tx, retailerId, current));
    return this.sessions.open({ retailerId, customerId: entityId(retailerId, 'customer', current.customer.id) });
  }

  /** Uses the token up and makes sure that the customer exists. */
  private async admit(tx: Tx, retailerId: string, current: CurrentCustomer): Promise<void> {
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (!retailer || retailer.status === 'uninstalled') throw notInstalled();
    await lockRetailer(tx, 'commerce', retailerId);
    if (!(await this.stubs.isFirstUse(tx, retailerId, current))) throw refused();
    await this.stubs.save(tx, retailer, current.customer);
  }
}

const refused = (): DomainError =>
  unauthenticated('invalid_token', 'The token is not a current token of the storefront, or it was used before.');
