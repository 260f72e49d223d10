import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import type { CustomerRef } from '../../jobs/payloads.js';
import type { CommerceRecord } from '../../commerce/model/records.js';
import { type Installation, InstallationWriterService } from '../installation-writer.service.js';
import { CustomerReadsRepository } from './customer-reads.repository.js';

/** Customers whom a sign-on brought up before a backfill or a delivery did. */
@Injectable()
export class StoreCustomersService {
  constructor(
    private readonly writer: InstallationWriterService,
    private readonly reads: CustomerReadsRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Writes what the store says of a customer, for as long as the installation stands. */
  async save(installation: Installation, records: readonly CommerceRecord[]): Promise<void> {
    await this.writer.write(installation, { records, cause: 'customer-sso', mayNeedReauth: true });
  }

  /**
   * Makes a customer of whom nothing but the id is known, and has the record read. A customer who is known by now stays
   * as they are.
   */
  async stub(installation: Installation, externalId: string): Promise<void> {
    await this.writer.write(installation, {
      records: [{ kind: 'customer', customer: { externalId, updatedAt: null } }],
      cause: 'customer-sso',
      mayNeedReauth: true,
      afterwards: (tx) => this.readLater(tx, installation.id, externalId),
    });
  }

  /** Has the store's record of a customer read once the transaction is committed; nothing for an unknown customer. */
  async readLater(tx: Tx, retailerId: string, externalId: string): Promise<void> {
    const customer: CustomerRef = { retailerId, customerId: entityId(retailerId, 'customer', externalId) };
    if (!(await this.reads.leave(tx, customer))) return;
    tx.afterCommit(() => this.jobs.enqueue('stores.read-customer', customer));
  }
}
