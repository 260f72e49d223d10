import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlatformAError, readCustomer } from '#libs/platform-a-client';
import { type CustomerRef, JobProducer, OnJob, Sweeper } from '#libs/queue';
import { type OpenStore, PlatformAStoreClient } from '../client/store.client.js';
import { PlatformACustomerReadsRepository } from './customer-reads.repository.js';
import { PlatformACustomerRecordsService } from './customer-records.service.js';

/** Fills a stub with what the store knows of the customer. */
@Injectable()
export class PlatformAReadCustomerHandler implements OnModuleInit {
  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly reads: PlatformACustomerReadsRepository,
    private readonly records: PlatformACustomerRecordsService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('platform-a.customer-reads', async () => {
      for (const customer of await this.reads.claimForgotten()) this.jobs.ring('platform-a.read-customer', customer);
    });
  }

  /** Safe to run twice, at once or late: the record is merged by its own time. */
  @OnJob('platform-a.read-customer')
  read(customer: CustomerRef): Promise<void> {
    return this.stores.withStore(customer.retailerId, (store) => this.readFrom(store, customer));
  }

  private async readFrom({ retailer, graphql }: OpenStore, customer: CustomerRef): Promise<void> {
    const externalId = await this.reads.externalId(customer);
    if (externalId === undefined) return;
    // A customer whom the store does not know (any more) stays a stub.
    const admin = await readCustomer(graphql, externalId).catch(nobodyToRead);
    await this.records.save(retailer, admin ? [admin] : [], (tx) => this.reads.done(tx, customer));
  }
}

/** Without the scope there is nothing for us; a new grant reads all customers. */
function nobodyToRead(error: unknown): null {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return null;
  throw error;
}
