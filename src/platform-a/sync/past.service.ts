import { Injectable } from '@nestjs/common';
import {
  BULK_QUERIES,
  type BulkOperation,
  PlatformAError,
  readBulkOperation,
  readCurrentBulkOperation,
  runBulkQuery,
  THREE_PAGES,
} from '#libs/platform-a-client';
import type { PastPage, PastPlace } from '../../stores/store-connector.js';
import { FlagsService } from '../../retailers/flags.service.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformABulkFilesService } from './bulk-files.service.js';
import { bulkPages } from './bulk-pages.js';
import { type BulkPlace, parsePastCursor, type PastCursor, pastCursor } from './bulk-place.js';
import { readStorePage } from './store-page.js';

/** Bulk operations of one collection, before it is read page by page. */
const MOST_ATTEMPTS = 3;
const BUSY_MS = 5_000;
/** Waits for operations that are not ours, ten minutes in all. */
const MOST_WAITS = 120;
const POLL_MS = { first: 500, longest: 30_000 } as const;
const RETRY_MS = 2_000;
const ID = 'gid://shopify/BulkOperation/';

const nothing = (next: PastCursor, more: Partial<PastPage> = {}): PastPage => ({
  records: [],
  unreadable: [],
  items: 0,
  next: pastCursor(next),
  ...more,
});
const FINISHED: PastPage = { records: [], unreadable: [], items: 0, next: null };
const PAGES: PastCursor = { kind: 'pages', after: null };

/**
 * Reads the past of a store: page by page where a few pages are enough, where the platform refuses bulk operations or
 * where the flag `bulkReads` is off, otherwise from the result of a bulk operation, which costs nothing of the rate
 * limit.
 */
@Injectable()
export class PlatformAPastService {
  constructor(
    private readonly files: PlatformABulkFilesService,
    private readonly flags: FlagsService,
  ) {}

  async *read(store: OpenStore, place: PastPlace): AsyncGenerator<PastPage> {
    const { resource, cursor, estimate } = place;
    const isSmall = estimate !== null && estimate <= THREE_PAGES[resource];
    const inBulk = !isSmall && (await this.flags.isOn(store.retailer.id, 'bulkReads'));
    const start: PastCursor = inBulk ? { kind: 'bulk', attempt: 1, operation: null, at: 0 } : PAGES;
    const from = parsePastCursor(cursor) ?? start;
    if (from.kind === 'pages') yield* this.pages(store, place, from.after);
    else if (from.operation === null) yield* this.begin(store, place, from);
    else yield* this.follow(store, place, from, from.operation);
  }

  private async *pages(
    { graphql }: OpenStore,
    { resource }: PastPlace,
    after: string | null,
  ): AsyncGenerator<PastPage> {
    let cursor = after;
    do {
      const page = await readStorePage(graphql, { resource, cursor });
      cursor = page.next;
      yield page;
    } while (cursor !== null);
  }

  private async *begin(store: OpenStore, place: PastPlace, at: BulkPlace): AsyncGenerator<PastPage> {
    const query = BULK_QUERIES[place.resource];
    const start = await runBulkQuery(store.graphql, query).catch(refusal);
    if (start.kind === 'refused') return yield* this.pages(store, place, null);
    const current = start.kind === 'started' ? start.operation : await readCurrentBulkOperation(store.graphql);
    if (current && (start.kind === 'started' || (isSame(current.query, query) && isUnderWay(current)))) {
      // An operation whose beginning was not saved before a crash is taken over.
      return yield nothing({ ...at, operation: numberOf(current), at: 0 }, { waitMs: POLL_MS.first });
    }
    const isOurs = current !== null && Object.values(BULK_QUERIES).some((own) => isSame(current.query, own));
    const waits = isOurs ? 0 : at.at + 1;
    if (waits > MOST_WAITS) return yield* this.pages(store, place, null);
    yield nothing({ ...at, at: waits }, { waitMs: BUSY_MS });
  }

  private async *follow(store: OpenStore, place: PastPlace, at: BulkPlace, number: string): AsyncGenerator<PastPage> {
    const operation = await readBulkOperation(store.graphql, `${ID}${number}`);
    if (operation && isUnderWay(operation)) return yield nothing(at, { waitMs: pollMs(operation) });
    if (operation?.errorCode === 'ACCESS_DENIED') return yield nothing(PAGES);
    const isWhole = operation?.status === 'COMPLETED';
    // A result without records has no file.
    if (isWhole && operation.url === null && operation.objectCount === '0') return yield FINISHED;
    const url = isWhole ? operation.url : operation?.partialDataUrl;
    const pieces = url ? await this.files.open(url, store.retailer.externalId, at.at) : 'expired';
    if (pieces === 'expired') return yield again(at);
    try {
      for await (const page of bulkPages(store, place.resource, pieces, at.at)) {
        if (page === 'ungrouped') return yield nothing(PAGES, { restarts: true });
        if (page.next !== null) yield { ...page.read, next: pastCursor({ ...at, at: page.next }) };
        else yield isWhole ? { ...page.read, next: null } : { ...again(at), ...page.read };
      }
    } catch (error) {
      // The file itself is broken. A broken connection throws another error, and the next run goes on at the place.
      if (!(error instanceof SyntaxError)) throw error;
      yield again(at);
    }
  }
}

/** Another operation; the pages after too many. Its records are merged with those that were read. */
function again({ attempt }: BulkPlace): PastPage {
  if (attempt >= MOST_ATTEMPTS) return nothing(PAGES, { restarts: true });
  return nothing(
    { kind: 'bulk', attempt: attempt + 1, operation: null, at: 0 },
    { restarts: true, waitMs: RETRY_MS * attempt },
  );
}

/** Platforms without bulk operations, and apps that may not use them, answer with errors. */
function refusal(error: unknown): { kind: 'refused'; reason: string } {
  if (error instanceof PlatformAError && error.kind === 'bad_answer') return { kind: 'refused', reason: error.message };
  throw error;
}

const UNDER_WAY = new Set(['CREATED', 'RUNNING', 'CANCELING']);

const isUnderWay = ({ status }: BulkOperation): boolean => UNDER_WAY.has(status);

/** The platform may write a document with other spaces. */
const isSame = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '');

const numberOf = ({ id }: BulkOperation): string => id.slice(id.lastIndexOf('/') + 1);

/** A tenth of the time that it has taken so far. */
function pollMs({ createdAt }: BulkOperation): number {
  const age = Date.now() - Date.parse(createdAt);
  return Math.min(POLL_MS.longest, Math.max(POLL_MS.first, Number.isFinite(age) ? age / 10 : POLL_MS.longest));
}
