import { Injectable } from '@nestjs/common';
import {
  type Page,
  parsePlatformTime,
  type PlatformBRest,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readTime,
  type WireOrder,
} from '#libs/platform-b-client';
import type { BackfillResource } from '../../jobs/payloads.js';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import type { CommerceRecord } from '../../commerce/model/records.js';
import { InstallationWriterService } from '../../stores/installation-writer.service.js';
import { UnreadableRecordsService } from '../../stores/unreadable-records.service.js';
import { readEach, type ReadRecords } from '../../stores/unreadable.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { PlatformBSubscriberListService } from '../consents/subscriber-list.service.js';
import { mapCustomer, mapProduct } from '../mapping/record.mapper.js';
import type { OrderToRead } from './order-reads.repository.js';
import { PlatformBOrderReadsService } from './order-reads.service.js';

/** The next catch-up reads this much again: clocks differ, and a record may become visible later than its time says. */
const OVERLAP_MS = 60 * 60_000;
const CAUSE = 'watch';

/** Reads what changed in a store without a delivery. */
@Injectable()
export class PlatformBCatchUpService {
  constructor(
    private readonly stores: PlatformBStoresRepository,
    private readonly queries: CommerceQueries,
    private readonly reads: PlatformBOrderReadsService,
    private readonly writer: InstallationWriterService,
    private readonly unreadable: UnreadableRecordsService,
    private readonly subscribers: PlatformBSubscriberListService,
  ) {}

  /** Reads the changes since the last complete run. A run that breaks off is repeated from there. */
  async run(store: OpenStore): Promise<void> {
    const { id } = store.retailer;
    const now = await readTime(store.rest);
    const until = (await this.stores.readUntil(id)) ?? now;
    const updatedSince = new Date(until.getTime() - OVERLAP_MS);
    await this.customersAndProducts(store, updatedSince);
    await this.newsletterList(store, updatedSince);
    await this.orders(store, updatedSince);
    await this.stores.markRead(id, now);
  }

  /** Requests a read, which costs two calls, only for orders whose update time differs from the stored one. */
  private async orders({ retailer, rest }: OpenStore, updatedSince: Date): Promise<void> {
    for await (const items of pagesOf((after) => readOrdersPage(rest, { after, updatedSince }))) {
      const known = await this.queries.orderVersions(
        retailer.id,
        items.map(({ id }) => String(id)),
      );
      const missed = items.filter((wire) => known.get(String(wire.id))?.getTime() !== timeOf(wire));
      const requests = missed.map(({ id }): OrderToRead => ({ orderId: String(id), cause: CAUSE }));
      await this.reads.requestNow(retailer.id, requests);
    }
  }

  private async customersAndProducts({ retailer, rest }: OpenStore, updatedSince: Date): Promise<void> {
    for await (const { resource, records, unreadable } of changesOf(rest, updatedSince)) {
      if (!(await this.writer.write(retailer, { records, cause: CAUSE }))) return;
      this.unreadable.report({ retailerId: retailer.id, resource }, unreadable);
    }
  }

  /** A row that was deleted without a delivery is not found: the list no longer has it. */
  private async newsletterList(store: OpenStore, since: Date): Promise<void> {
    for (let page = 1; ; page += 1) {
      const { unreadable, isLast, save } = await this.subscribers.readPage(store, { page, since }, CAUSE);
      if (!(await this.writer.write(store.retailer, { records: [], cause: CAUSE, afterwards: save }))) return;
      this.unreadable.report({ retailerId: store.retailer.id, resource: 'customers' }, unreadable);
      if (isLast) return;
    }
  }
}

interface Changes extends ReadRecords<CommerceRecord> {
  readonly resource: BackfillResource;
}

async function* changesOf(rest: PlatformBRest, updatedSince: Date): AsyncGenerator<Changes> {
  for await (const items of pagesOf((after) => readCustomersPage(rest, { after, updatedSince }))) {
    const customers = readEach(items, (wire) => [{ kind: 'customer' as const, customer: mapCustomer(wire) }]);
    yield { resource: 'customers', ...customers };
  }
  for await (const items of pagesOf((after) => readProductsPage(rest, { after, updatedSince }))) {
    yield { resource: 'products', ...readEach(items, (wire) => [mapProduct(wire)]) };
  }
}

async function* pagesOf<T>(read: (after: string | null) => Promise<Page<T>>): AsyncGenerator<readonly T[]> {
  let after: string | null = null;
  do {
    const page: Page<T> = await read(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

const timeOf = (wire: WireOrder): number | undefined => parsePlatformTime(wire.date_modified)?.getTime();
