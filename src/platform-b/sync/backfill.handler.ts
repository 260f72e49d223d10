import { Injectable } from '@nestjs/common';
import {
  type Page,
  PlatformBError,
  type PlatformBRest,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  type WireOrder,
} from '#libs/platform-b-client';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { type BackfillPage, BackfillRunnerService } from '../../backfills/backfill-runner.service.js';
import { readEach } from '../../backfills/unreadable.js';
import { HISTORY } from '../../commerce/causes.js';
import type { CommerceRecord } from '../../commerce/records.js';
import type { BackfillPlace } from '../../retailers/backfill.repository.js';
import { mapOrder, type WholeOrder } from '../mapping/order.mapper.js';
import { mapCustomer, mapProduct } from '../mapping/record.mapper.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';
import { type Reading, PlatformBStoreWriterService } from './store-writer.service.js';
import { completeOrder } from './whole-order.js';

/** Each order of a page costs a call or two of its own: a crash must not cost many. */
const ORDERS_IN_A_PAGE = 50;
const BUSY_MS = 60_000;

/** Reads what a store had before it was installed. */
@Injectable()
export class PlatformBBackfillHandler {
  constructor(
    private readonly stores: PlatformBStoreClient,
    private readonly runner: BackfillRunnerService,
    private readonly writer: PlatformBStoreWriterService,
    private readonly jobs: JobProducer,
  ) {}

  /** Safe to run twice, at once or late. A store that is over its rate limit is left alone for as long as it says. */
  @OnJob('platform-b.backfill')
  async backfill(ref: BackfillRef): Promise<void> {
    try {
      await this.stores.withStore(ref.retailerId, (store) => this.readPages(store, ref));
    } catch (error) {
      if (!(error instanceof PlatformBError) || error.kind !== 'throttled') throw error;
      const delayMs = error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : BUSY_MS;
      this.jobs.ring('platform-b.backfill', ref, { delayMs });
    }
  }

  private async readPages({ retailer, rest }: OpenStore, ref: BackfillRef): Promise<void> {
    const progress = await this.runner.run<Reading>(ref, {
      read: (place) => readPage(rest, place, retailer.currency),
      write: ({ records }, advance) => this.writer.write(retailer, records, advance),
    });
    if (progress === 'more') this.jobs.ring('platform-b.backfill', ref);
  }
}

async function readPage(
  rest: PlatformBRest,
  { resource, cursor }: BackfillPlace,
  storeCurrency: string | null,
): Promise<BackfillPage<Reading>> {
  if (resource === 'orders') return readOrders(rest, cursor, storeCurrency);
  if (resource === 'products') return mapped(await readProductsPage(rest, { after: cursor }), mapProduct);
  return mapped(await readCustomersPage(rest, { after: cursor }), (wire) => ({
    kind: 'customer',
    customer: mapCustomer(wire),
  }));
}

async function readOrders(
  rest: PlatformBRest,
  cursor: string | null,
  storeCurrency: string | null,
): Promise<BackfillPage<Reading>> {
  const { items, next } = await readOrdersPage(rest, { after: cursor, pageSize: ORDERS_IN_A_PAGE });
  const wholes: { id: WireOrder['id']; whole: WholeOrder }[] = [];
  for (const wire of items) wholes.push({ id: wire.id, whole: await completeOrder(rest, wire) });
  const reading = ({ whole }: { whole: WholeOrder }): Reading[] => [
    { kind: 'order', mapped: mapOrder(whole, storeCurrency), cause: HISTORY },
  ];
  return { ...readEach(wholes, reading), items: items.length, next };
}

const mapped = <T extends { readonly id: unknown }>(
  { items, next }: Page<T>,
  map: (item: T) => CommerceRecord,
): BackfillPage<Reading> => ({
  ...readEach(items, (item): Reading[] => [{ kind: 'record', record: map(item), cause: HISTORY }]),
  items: items.length,
  next,
});
