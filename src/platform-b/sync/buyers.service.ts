import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { HISTORY } from '../../commerce/model/causes.js';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import type { CommerceCommand, CommerceRecord, CustomerRecord } from '../../commerce/model/records.js';
import type { MappedOrder } from '../mapping/order.mapper.js';
import type { OrderToRead } from './order-reads.repository.js';
import { PlatformBOrderReadsService } from './order-reads.service.js';

const GUEST = 'guest-';

/** The platform has no id for a guest. The email address is hashed, because ids appear in addresses and logs. */
export const guestExternalId = (email: string): string => `${GUEST}${sha256Hex(email).slice(0, 32)}`;

/**
 * Finds the customer of an order. The platform never links the orders of a guest to an account. We link them by the
 * email address. Needs the retailer's commerce lock, so that concurrent writes of an account and its guest see each
 * other.
 */
@Injectable()
export class PlatformBBuyersService {
  constructor(
    private readonly queries: CommerceQueries,
    private readonly reads: PlatformBOrderReadsService,
  ) {}

  /** The order with its customer. */
  async orderOf(tx: Tx, retailerId: string, mapped: MappedOrder): Promise<CommerceRecord> {
    const customer = await this.customerOf(tx, retailerId, mapped);
    return { kind: 'order', order: customer ? { ...mapped.order, customer } : mapped.order };
  }

  /**
   * Requests another read of the orders of each guest whose email address now belongs to an account. That read finds
   * the account.
   */
  async moveOrders(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void> {
    const emails = new Set(commands.flatMap(({ record }) => emailOfAccount(record)));
    const orders: OrderToRead[] = [];
    for (const email of emails) {
      const guest = entityId(retailerId, 'customer', guestExternalId(email));
      const ids = await this.queries.orderIdsOf(retailerId, guest, tx);
      orders.push(...ids.map((orderId): OrderToRead => ({ orderId, cause: HISTORY })));
    }
    await this.reads.request(tx, retailerId, orders);
  }

  /**
   * The account, the account with the guest's email address, or the guest; undefined for a guest without an address.
   */
  private async customerOf(
    tx: Tx,
    retailerId: string,
    { buyer, billing }: MappedOrder,
  ): Promise<CustomerRecord | undefined> {
    if (buyer.kind === 'account') return buyer.customer;
    if (buyer.email === null) return undefined;
    const known = await this.queries.customersByEmail(retailerId, buyer.email, tx);
    const account = known.find(({ externalId }) => !externalId.startsWith(GUEST));
    if (account) return { externalId: account.externalId, updatedAt: null };
    return { ...billing, externalId: guestExternalId(buyer.email) };
  }
}

function emailOfAccount(record: CommerceRecord): string[] {
  const customer =
    record.kind === 'customer' ? record.customer : record.kind === 'order' ? record.order.customer : null;
  return customer?.email && /^\d+$/.test(customer.externalId) ? [customer.email] : [];
}
