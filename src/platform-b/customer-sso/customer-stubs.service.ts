import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import type { CurrentCustomer } from '#libs/platform-b-client';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { countingRules } from '../../commerce/model/count-order.js';
import { CommerceService } from '../../commerce/intake/commerce.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { StoreCustomersService } from '../../stores/customers/store-customers.service.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { PlatformBCallbacksRepository } from '../install/callbacks.repository.js';
import { tokenKey, usableUntil } from '../install/used-token.js';

const CAUSE = 'customer-sso';

/** Writes what a sign-on brings: the use of its token, and the customer's id and email address from the token. */
@Injectable()
export class PlatformBCustomerStubsService {
  constructor(
    private readonly tokens: PlatformBCallbacksRepository,
    private readonly stores: PlatformBStoresRepository,
    private readonly queries: CommerceQueries,
    private readonly commerce: CommerceService,
    private readonly customers: StoreCustomersService,
  ) {}

  /** False for a token that was used before, or that was issued before an uninstall. */
  async isFirstUse(tx: Tx, retailerId: string, current: CurrentCustomer): Promise<boolean> {
    const closedAt = await this.stores.closedAt(tx, retailerId);
    if (closedAt !== null && current.issuedAt <= closedAt) return false;
    const key = tokenKey({ form: CAUSE, replayKey: current.replayKey });
    return (await this.tokens.use(tx, { retailerId, key, purpose: CAUSE, until: usableUntil(current) })) === 'first';
  }

  /**
   * The key of a customer is the platform's id. An email address may change, and the token has the current one. Where
   * nothing else is known of the customer, the store's record is read afterwards. Needs the commerce lock.
   */
  async save(tx: Tx, retailer: Retailer, { id, email }: CurrentCustomer['customer']): Promise<void> {
    const known = await this.queries.customerVersion(retailer.id, entityId(retailer.id, 'customer', id), tx);
    const customer = { externalId: id, email: email.toLowerCase(), updatedAt: known?.updatedAt ?? null };
    await this.commerce.apply(tx, { retailerId: retailer.id, rules: countingRules(retailer.settings) }, [
      { record: { kind: 'customer', customer }, cause: CAUSE },
    ]);
    if (!known?.updatedAt) await this.customers.readLater(tx, retailer.id, id);
  }
}
