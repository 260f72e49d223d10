import type { Tx } from '#libs/database';
import type { BackfillResource } from '../jobs/payloads.js';
import type { CommerceCommand, CommerceRecord } from '../commerce/model/records.js';
import type { Platform, Retailer, WebhookState } from '../retailers/retailer.entity.js';
import type { StoreRecord } from './installations.service.js';
import type { ConsentConnector } from './consents.js';
import type { DiscountConnector } from './discounts.js';
import type { StoreLook } from './store-look.js';
import type { ReadRecords } from './unreadable.js';

/** An installed store. A platform adds what its API needs to be called. */
export interface OpenStore {
  readonly retailer: Retailer;
}

/**
 * `brief`: the work soon gives up a store that does not answer or is over its limit, and other stores take its place.
 * `background`: the work leaves a part of the store's rate limit to other calls, which read what happens now.
 */
export type Patience = 'usual' | 'brief' | 'background';

/** The webhooks of a store after a reconciliation, and the changes that it made. */
export interface Reconciliation {
  readonly state: Pick<WebhookState, 'registered' | 'problems'>;
  /** Created, or changed to our address. */
  readonly restored: readonly string[];
  /** Deleted because they were duplicates or unwanted. */
  readonly removed: readonly string[];
}

/** A place in one of a store's collections; a null cursor is the beginning. */
export interface StorePlace {
  readonly resource: BackfillResource;
  readonly cursor: string | null;
  /** Limits the page to records that changed at this time or later. */
  readonly since?: Date;
}

/** A record of a store. A function where the record depends on rows that only its transaction can read. */
export type Reading = CommerceRecord | ((tx: Tx) => Promise<CommerceRecord>);

/** One page of a collection. */
export interface StorePage extends ReadRecords<Reading> {
  /** Number of the store's records in the page. Each may become several of our records. */
  readonly items: number;
  /** The cursor of the next page; null after the last page. */
  readonly next: string | null;
  /** Runs in the transaction after the records are written. */
  readonly afterwards?: (tx: Tx) => Promise<void>;
}

/** A place in the past of a store's collection. */
export interface PastPlace extends StorePlace {
  /** The number of the collection's records; null where it is unknown. */
  readonly estimate: number | null;
}

/** One page of the past. */
export interface PastPage extends StorePage {
  /** Set where the store still prepares what comes next: the time until it is asked again. */
  readonly waitMs?: number;
  /** The collection is read again from its beginning, so that the count of records begins again. */
  readonly restarts?: boolean;
}

export type Progress = 'more' | 'done';

/**
 * The interface of a platform to the rest of the service. Each platform registers one with the StoreConnectorsService.
 * Set-up, backfill, watch and the reading of customers work through it and are written once for all platforms.
 */
export interface StoreConnector<S extends OpenStore = OpenStore> {
  readonly platform: Platform;
  /** False where the configuration lacks the platform. Then no sweep enqueues work for it. */
  readonly isConfigured: boolean;
  /** The time between two watches of a store. */
  readonly watchSeconds: number;
  /**
   * The page of ours that leads to where the merchant grants the scopes again; it needs a window without a frame.
   * Undefined where only the control panel of the platform leads there.
   */
  readonly grantUrl?: (retailer: Retailer) => string;
  /** Undefined where the platform has no discounts that we can make. */
  readonly discounts?: DiscountConnector<S>;
  /** Undefined where consent can't be written back to the store. */
  readonly consents?: ConsentConnector<S>;

  /**
   * The sites that may show our pages in a frame: of the store with this id on the platform, or of any store for null.
   * Sources of a content security policy. Undefined where the platform shows no pages of apps.
   */
  frameAncestors?(externalId: string | null): readonly string[];

  /**
   * Runs `work` with the store's API and returns its result. Undefined, without a run, where the store is not installed
   * or has to authorize again. Where the platform refuses the token, the store is marked and the work ends.
   * @throws every other error of the platform
   */
  withStore<T>(retailerId: string, work: (store: S) => Promise<T>, patience?: Patience): Promise<T | undefined>;

  /** The wait that a platform over its limit asks for; undefined for an error without one. */
  retryAfterSeconds(error: unknown): number | undefined;

  /** Creates, updates and deletes the store's webhooks as needed. It is idempotent, also when it runs twice at once. */
  reconcileWebhooks(store: S): Promise<Reconciliation>;

  /** Reads the store's own record. */
  readStore(store: S): Promise<StoreRecord>;

  /** Reads how the store looks. Undefined where the platform does not say it. */
  readLook?(store: S): Promise<StoreLook>;

  /** Reads one page of a collection. Empty where the merchant has not granted its scope. */
  readPage(store: S, place: StorePlace): Promise<StorePage>;

  /** The number of records in a collection. Absent or undefined where the platform does not say it. */
  countRecords?(store: S, resource: BackfillResource): Promise<number | undefined>;

  /**
   * Reads the past of a collection from the place on, where the platform has a better way than `readPage`. It may end
   * after any page. Places of the two differ.
   */
  readPast?(store: S, place: PastPlace): AsyncIterable<PastPage>;

  /** Reads changes without a delivery, or a part of them. It is idempotent, also when it runs late or twice at once. */
  watch(store: S): Promise<Progress>;

  /** Reads the store's record of a customer; empty where the store has none, or where the scope is missing. */
  readCustomer(store: S, externalId: string): Promise<readonly CommerceRecord[]>;

  /** Adds the platform's own writes to the transaction that has written the commands. */
  afterWrite?(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void>;
}
