import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlatformAError, readCustomer } from '#libs/platform-a-client';
import { type CustomerRef, JobProducer, OnJob, Sweeper } from '#libs/queue';
import { type OpenStore, StoreClient } from '../store-client.js';
import { CustomerReadsRepository } from './customer-reads.repository.js';
import { CustomerRecords } from './customer-records.js';

/** Fills a stub with what the store knows of the customer. */
@Injectable()
export class ReadCustomerHandler implements OnModuleInit {
  constructor(
    private readonly stores: StoreClient,
    private readonly reads: CustomerReadsRepository,
    private readonly records: CustomerRecords,
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
