import { Injectable } from '@nestjs/common';
import { readCustomer } from '#libs/platform-b-client';
import { OnJob, type PlatformCustomerRef } from '#libs/queue';
import { mapCustomer } from './record.mapper.js';
import { StoreClient } from './store-client.js';
import { StoreWriter } from './store-writer.js';

/** Reads a customer of whom we know no more than that they signed on. */
@Injectable()
export class CustomerReadHandler {
  constructor(
    private readonly stores: StoreClient,
    private readonly writer: StoreWriter,
  ) {}

  /** Safe to run twice, at once or late; a job that is lost is rung for at the next sign-on. */
  @OnJob('platform-b.read-customer')
  read({ retailerId, customerExternalId }: PlatformCustomerRef): Promise<void> {
    return this.stores.withStore(retailerId, async ({ rest, retailer }) => {
      const wire = await readCustomer(rest, customerExternalId);
      if (!wire) return;
      const record = { kind: 'customer' as const, customer: mapCustomer(wire) };
      const readings = [{ kind: 'record' as const, record, cause: 'customer-sso' }];
      await this.writer.write(retailer, readings, () => Promise.resolve(true));
    });
  }
}
