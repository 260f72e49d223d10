import type { Tx } from '#libs/database';
import type { BackfillResource } from '../jobs/payloads.js';
import type { CommerceCommand, CommerceRecord } from '../commerce/model/records.js';
import type { Platform, Retailer, WebhookState } from '../retailers/retailer.entity.js';
import type { StoreRecord } from './installations.service.js';
import type { ReadRecords } from './unreadable.js';

/** An installed store. A platform adds what its API needs to be called. */
export interface OpenStore {
  readonly retailer: Retailer;
}

/** `brief`: a store that is away or over its limit gives its place to the others soon, and is asked again later. */
export type Patience = 'usual' | 'brief';

/** What a store's webhooks came to, and what had to be done for it. */
export interface Reconciliation {
  readonly state: Pick<WebhookState, 'registered' | 'problems'>;
  /** Created, or brought to our address. */
  readonly restored: readonly string[];
  /** Deleted: doubles, and what we do not want at our address. */
  readonly removed: readonly string[];
}

/** A place in one of a store's collections; a null cursor is the beginning. */
export interface StorePlace {
  readonly resource: BackfillResource;
  readonly cursor: string | null;
  /** Only what has changed at this time or later. */
  readonly since?: Date;
}

/** Something read of a store. A function where only the transaction that writes it can know all of it. */
export type Reading = CommerceRecord | ((tx: Tx) => Promise<CommerceRecord>);

/** One page of a collection, read. */
export interface StorePage extends ReadRecords<Reading> {
  /** How many of the store's records are in the page; each may become several of ours. */
  readonly items: number;
  /** The place of the next page; null after the last one. */
  readonly next: string | null;
}

export type Progress = 'more' | 'done';

/**
 * A platform, as the rest of the service knows it. Each platform has one and registers it with the
 * StoreConnectorsService; set-up, backfill, watch and the reading of customers are written once, for all of them.
 */
export interface StoreConnector<S extends OpenStore = OpenStore> {
  readonly platform: Platform;
  /** False where the service is not configured for the platform: nothing of it is enqueued then. */
  readonly isConfigured: boolean;
  /** From one watch of a store to the next. */
  readonly watchSeconds: number;

  /**
   * Runs `work` with the store's API and returns what it brings; undefined, without running it, where the store is not
   * installed or has to authorize again. Where the platform refuses the token, the store is marked and the work is over.
   * @throws whatever else the platform does
   */
  withStore<T>(retailerId: string, work: (store: S) => Promise<T>, patience?: Patience): Promise<T | undefined>;

  /** When a platform that is over its limit wants to be asked again; undefined for an error that does not say. */
  retryAfterSeconds(error: unknown): number | undefined;

  /** Brings the store's webhooks to what we want. Doing it twice, or twice at once, ends the same. */
  reconcileWebhooks(store: S): Promise<Reconciliation>;

  /** What the store says about itself. */
  readStore(store: S): Promise<StoreRecord>;

  /** One page of a collection. Empty where the merchant has not granted the scope for it. */
  readPage(store: S, place: StorePlace): Promise<StorePage>;

  /** Reads what has changed and no delivery told, or a part of it. Safe to run twice, at once or late. */
  watch(store: S): Promise<Progress>;

  /** The store's record of a customer; empty where the store has none, or does not let us read it. */
  readCustomer(store: S, externalId: string): Promise<readonly CommerceRecord[]>;

  /** What the platform adds in the transaction that has written the commands. */
  afterWrite?(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void>;
}
