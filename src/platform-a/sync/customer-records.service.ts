import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import type { AdminCustomer } from '#libs/platform-a-client';
import { type CustomerRef, JobProducer } from '#libs/queue';
import { CommerceService } from '../../commerce/commerce.service.js';
import { countingRules } from '../../commerce/count-order.js';
import type { CommerceRecord } from '../../commerce/records.js';
import type { RetailerRow } from '../../retailers/retailers.repository.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { mapAdminCustomer } from '../mapping/admin.mapper.js';
import { PlatformACustomerReadsRepository } from './customer-reads.repository.js';

type Store = Pick<RetailerRow, 'id' | 'installedAt'>;

/** Writes customers whom a sign-on brought up, for as long as the installation that it was made in stands. */
@Injectable()
export class PlatformACustomerRecordsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly reads: PlatformACustomerReadsRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Writes what the store says of customers, and with it what `alsoWrite` does. */
  save(store: Store, customers: readonly AdminCustomer[], alsoWrite?: (tx: Tx) => Promise<void>): Promise<void> {
    return this.database.transaction(store.id, async (tx) => {
      if (await this.write(tx, store, customers.flatMap(mapAdminCustomer))) await alsoWrite?.(tx);
    });
  }

  /**
   * Makes a customer of whom nothing but the id is known, and leaves word that the record is to be read. A customer who
   * is known by now stays as they are.
   */
  stub(store: Store, externalId: string): Promise<void> {
    const customer: CustomerRef = { retailerId: store.id, customerId: entityId(store.id, 'customer', externalId) };
    return this.database.transaction(store.id, async (tx) => {
      await this.write(tx, store, [{ kind: 'customer', customer: { externalId, updatedAt: null } }]);
      if (!(await this.reads.leave(tx, customer))) return;
      tx.afterCommit(() => this.jobs.ring('platform-a.read-customer', customer));
    });
  }

  private async write(tx: Tx, { id, installedAt }: Store, records: readonly CommerceRecord[]): Promise<boolean> {
    const present = (await this.retailers.forWriting(tx, [id])).get(id);
    if (!present || present.status === 'uninstalled') return false;
    if (present.installedAt.getTime() !== installedAt.getTime()) return false;
    const rules = countingRules(present.settings);
    const commands = records.map((record) => ({ record, cause: 'sign-on' }));
    await this.commerce.apply(tx, { retailerId: id, rules }, commands);
    return true;
  }
}
