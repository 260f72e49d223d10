import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { BackfillResource } from '../../jobs/payloads.js';
import type { CommerceCommand, CommerceRecord } from '../../commerce/model/records.js';
import type { StoreRecord } from '../../stores/installations.service.js';
import type { StorePage, StorePlace } from '../../stores/store-connector.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBSubscribersService } from '../consents/subscribers.service.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { PlatformBCatchUpService } from './catch-up.service.js';
import { PlatformBStoreReaderService } from './store-reader.service.js';

/** The records of a store, as the connector needs them. */
@Injectable()
export class PlatformBRecordsService {
  constructor(
    private readonly reader: PlatformBStoreReaderService,
    private readonly catchUp: PlatformBCatchUpService,
    private readonly buyers: PlatformBBuyersService,
    private readonly subscribers: PlatformBSubscribersService,
  ) {}

  readStore(store: OpenStore): Promise<StoreRecord> {
    return this.reader.readStore(store);
  }

  readPage(store: OpenStore, place: StorePlace): Promise<StorePage> {
    return this.reader.readPage(store, place);
  }

  countRecords(store: OpenStore, resource: BackfillResource): Promise<number | undefined> {
    return this.reader.countRecords(store, resource);
  }

  readCustomer(store: OpenStore, externalId: string): Promise<readonly CommerceRecord[]> {
    return this.reader.readCustomer(store, externalId);
  }

  readChanges(store: OpenStore): Promise<void> {
    return this.catchUp.run(store);
  }

  /** Orders and consents of the platform name addresses, so both may concern a customer who was just written. */
  async afterWrite(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void> {
    await this.buyers.moveOrders(tx, retailerId, commands);
    await this.subscribers.applyTo(tx, retailerId, commands);
  }
}
