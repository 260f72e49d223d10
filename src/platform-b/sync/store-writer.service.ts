import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { HISTORY } from '../../commerce/causes.js';
import { countingRules } from '../../commerce/count-order.js';
import { CommerceService } from '../../commerce/commerce.service.js';
import type { CommerceCommand, CommerceRecord } from '../../commerce/records.js';
import type { RetailerRow } from '../../retailers/retailers.repository.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { PlatformBBuyersService } from './buyers.service.js';
import type { MappedOrder } from '../mapping/order.mapper.js';
import { PlatformBOrderReadsService } from './order-reads.service.js';

/** Something read of a store, and what made us read it. */
export type Reading =
  | { readonly kind: 'order'; readonly mapped: MappedOrder; readonly cause: string }
  | { readonly kind: 'record'; readonly record: CommerceRecord; readonly cause: string };

/** Writes what was read of a store. */
@Injectable()
export class PlatformBStoreWriterService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly buyers: PlatformBBuyersService,
    private readonly reads: PlatformBOrderReadsService,
  ) {}

  /**
   * Writes the readings together with what `then` writes; false, and nothing written, where the installation that they
   * were read under has ended or `then` says no.
   */
  async write(
    installation: Pick<RetailerRow, 'id' | 'installedAt'>,
    readings: readonly Reading[],
    then: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await this.database.transaction(installation.id, (tx) => this.writeIn(tx, installation, readings, then));
    } catch (error) {
      if (error instanceof NotWanted) return false;
      throw error;
    }
  }

  private async writeIn(
    tx: Tx,
    { id: retailerId, installedAt }: Pick<RetailerRow, 'id' | 'installedAt'>,
    readings: readonly Reading[],
    then: (tx: Tx) => Promise<boolean>,
  ): Promise<true> {
    const present = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (present?.status !== 'installed' || present.installedAt.getTime() !== installedAt.getTime()) {
      throw new NotWanted();
    }
    await lockExclusive(tx, 'commerce', retailerId);
    const rules = countingRules(present.settings);
    const commands: CommerceCommand[] = [];
    for (const reading of readings) commands.push(await this.commandOf(tx, retailerId, reading));
    await this.commerce.apply(tx, { retailerId, rules }, commands);
    await this.reads.request(tx, retailerId, await this.ordersToMove(tx, retailerId, commands));
    if (!(await then(tx))) throw new NotWanted();
    return true;
  }

  private async commandOf(tx: Tx, retailerId: string, reading: Reading): Promise<CommerceCommand> {
    if (reading.kind === 'record') return reading;
    const { mapped } = reading;
    const customer = await this.buyers.customerOf(tx, retailerId, mapped);
    const order = customer ? { ...mapped.order, customer } : mapped.order;
    return { record: { kind: 'order', order }, cause: reading.cause };
  }

  /** Orders of guests who turn out to be accounts. */
  private async ordersToMove(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]) {
    const emails = new Set(commands.flatMap(({ record }) => emailOfAccount(record)));
    const orders: { orderId: string; cause: string }[] = [];
    for (const email of emails) {
      const ids = await this.buyers.ordersOfGuest(tx, retailerId, email);
      orders.push(...ids.map((orderId) => ({ orderId, cause: HISTORY })));
    }
    return orders;
  }
}

/** Undoes the transaction. */
class NotWanted extends Error {}

function emailOfAccount(record: CommerceRecord): string[] {
  const customer =
    record.kind === 'customer' ? record.customer : record.kind === 'order' ? record.order.customer : null;
  return customer?.email && /^\d+$/.test(customer.externalId) ? [customer.email] : [];
}
