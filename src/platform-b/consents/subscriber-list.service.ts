import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { missingScopes, PlatformBError, readSubscribers, readSubscribersPage } from '#libs/platform-b-client';
import type { Cause } from '../../commerce/model/causes.js';
import { readEach } from '../../stores/unreadable.js';
import type { OpenStore } from '../client/store.client.js';
import { mapSubscriber, type SubscriberRow } from '../mapping/subscriber.mapper.js';
import { PlatformBSubscribersService } from './subscribers.service.js';

const READ_SCOPE = 'store_v2_customers_read_only';

/** A page of the list, to be saved in the transaction that notes the place. */
export interface SubscribersPage {
  readonly unreadable: readonly string[];
  readonly isLast: boolean;
  readonly save: (tx: Tx) => Promise<void>;
}

/** Reads the newsletter list of a store. Without the scope the list is empty. */
@Injectable()
export class PlatformBSubscriberListService {
  constructor(private readonly subscribers: PlatformBSubscribersService) {}

  async readPage(store: OpenStore, place: { page: number; since?: Date }, cause: Cause): Promise<SubscribersPage> {
    const { items, isLast } = (await allowed(store, () => readSubscribersPage(store.rest, place))) ?? NONE;
    const { records, unreadable } = readEach(items, (wire) => [mapSubscriber(wire)]);
    const save = (tx: Tx): Promise<void> => this.subscribers.save(tx, store.retailer.id, records, cause);
    return { unreadable, isLast, save };
  }

  /** The rows with these ids, without those that the store no longer has; undefined without the scope. */
  async readRows(store: OpenStore, ids: readonly string[]): Promise<readonly SubscriberRow[] | undefined> {
    const rows = await allowed(store, () => readSubscribers(store.rest, ids));
    return rows && readEach(rows, (wire) => [mapSubscriber(wire)]).records;
  }
}

const NONE = { items: [], isLast: true };

/** Undefined where the merchant has not granted the scope, which must not end the installation. */
async function allowed<T>({ scopes }: OpenStore, read: () => Promise<T>): Promise<T | undefined> {
  if (missingScopes(scopes.join(' '), READ_SCOPE).length > 0) return undefined;
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformBError && error.kind === 'forbidden') return undefined;
    throw error;
  }
}
