import { Injectable } from '@nestjs/common';
import { readCustomer } from '#libs/platform-b-client';
import { OnJob, type PlatformCustomerRef } from '#libs/queue';
import { mapCustomer } from '../mapping/record.mapper.js';
import { PlatformBStoreClient } from '../client/store.client.js';
import { PlatformBStoreWriterService } from './store-writer.service.js';

/** Reads a customer of whom we know no more than that they signed on. */
@Injectable()
export class PlatformBReadCustomerHandler {
  constructor(
    private readonly stores: PlatformBStoreClient,
    private readonly writer: PlatformBStoreWriterService,
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
