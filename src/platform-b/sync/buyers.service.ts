import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { CommerceQueries } from '../../commerce/commerce.queries.js';
import type { CustomerRecord } from '../../commerce/records.js';
import type { MappedOrder } from '../mapping/order.mapper.js';

const GUEST = 'guest-';

/** The platform has no id for a guest. Hashed, because ids stand in addresses and logs. */
export const guestExternalId = (email: string): string => `${GUEST}${sha256Hex(email).slice(0, 32)}`;

/**
 * Who bought. The platform never links a guest's orders to an account; we do, by the address: one address, one person.
 * Call it holding the retailer's commerce lock, so that an account and its guest can't miss each other.
 */
@Injectable()
export class PlatformBBuyersService {
  constructor(private readonly queries: CommerceQueries) {}

  /** The customer of an order: the account, the account with the guest's address, or the guest; undefined for nobody. */
  async customerOf(tx: Tx, retailerId: string, { buyer, billing }: MappedOrder): Promise<CustomerRecord | undefined> {
    if (buyer.kind === 'account') return buyer.customer;
    if (buyer.email === null) return undefined;
    const known = await this.queries.customersByEmail(retailerId, buyer.email, tx);
    const account = known.find(({ externalId }) => !externalId.startsWith(GUEST));
    if (account) return { externalId: account.externalId, updatedAt: null };
    return { ...billing, externalId: guestExternalId(buyer.email) };
  }

  /** Orders of the guest with this address: they are the account's from now on, and a new reading finds that. */
  async ordersOfGuest(tx: Tx, retailerId: string, email: string | null | undefined): Promise<string[]> {
    if (!email) return [];
    const guest = entityId(retailerId, 'customer', guestExternalId(email));
    return this.queries.orderIdsOf(retailerId, guest, tx);
  }
}
