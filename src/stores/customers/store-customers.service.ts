import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import type { CustomerRef } from '../../jobs/payloads.js';
import type { CommerceRecord } from '../../commerce/model/records.js';
import { type Installation, InstallationWriterService } from '../installation-writer.service.js';
import { CustomerReadsRepository } from './customer-reads.repository.js';

/** Writes the customers who sign on, from their records or as stubs, and has the records of stubs read later. */
@Injectable()
export class StoreCustomersService {
  constructor(
    private readonly writer: InstallationWriterService,
    private readonly reads: CustomerReadsRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Writes records of a customer, unless the installation has ended. */
  async save(installation: Installation, records: readonly CommerceRecord[]): Promise<void> {
    await this.writer.write(installation, { records, cause: 'customer-sso', mayNeedReauth: true });
  }

  /**
   * Creates a customer with nothing but the id, and has the record read. A customer who exists stays unchanged.
   */
  async stub(installation: Installation, externalId: string): Promise<void> {
    await this.writer.write(installation, {
      records: [{ kind: 'customer', customer: { externalId, updatedAt: null } }],
      cause: 'customer-sso',
      mayNeedReauth: true,
      afterwards: (tx) => this.readLater(tx, installation.id, externalId),
    });
  }

  /** Has the store's record of the customer read after the commit. Has no effect for a customer who is not stored. */
  async readLater(tx: Tx, retailerId: string, externalId: string): Promise<void> {
    const customer: CustomerRef = { retailerId, customerId: entityId(retailerId, 'customer', externalId) };
    if (!(await this.reads.request(tx, customer))) return;
    tx.afterCommit(() => this.jobs.enqueue('stores.read-customer', customer));
  }
}
