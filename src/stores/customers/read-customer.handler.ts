import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { CustomerRef } from '../../jobs/payloads.js';
import { InstallationWriterService } from '../installation-writer.service.js';
import type { OpenStore, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { CustomerReadsRepository } from './customer-reads.repository.js';

/** Replaces a stub by the store's record of the customer. */
@Injectable()
export class ReadCustomerHandler implements OnModuleInit {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly reads: CustomerReadsRepository,
    private readonly writer: InstallationWriterService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('stores.customer-reads', async () => {
      for (const customer of await this.reads.claimForgotten()) this.jobs.enqueue('stores.read-customer', customer);
    });
  }

  /** The job is idempotent, also when it runs late or twice at once: the record is merged by its own time. */
  @OnJob('stores.read-customer')
  async read(customer: CustomerRef): Promise<void> {
    await this.connectors.withStore(customer.retailerId, (connector, store) =>
      this.readFrom(connector, store, customer),
    );
  }

  private async readFrom(connector: StoreConnector, store: OpenStore, customer: CustomerRef): Promise<void> {
    const externalId = await this.reads.externalId(customer);
    if (externalId === undefined) return;
    // A customer who is not, or is no longer, in the store stays a stub.
    const records = await connector.readCustomer(store, externalId);
    await this.writer.write(store.retailer, {
      records,
      cause: 'customer-sso',
      afterwards: (tx) => this.reads.done(tx, customer),
    });
  }
}
