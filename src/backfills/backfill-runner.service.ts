import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { BackfillRef } from '#libs/queue';
import type { BackfillPlace } from '../retailers/backfill.repository.js';
import type { ReadRecords } from './unreadable.js';
import { BackfillsService } from '../retailers/backfills.service.js';
import { UnreadableRecordsService } from './unreadable-records.service.js';

/** A run ends after so much, and well within the time for which its token is good; the next one goes on. */
const PAGES_PER_RUN = 200;
const RUN_MS = 2 * 60_000;

export type Progress = 'more' | 'done';

/** One page of a collection, read. */
export interface BackfillPage<T> extends ReadRecords<T> {
  /** How many of the store's records are in the page; each may become several of ours. */
  readonly items: number;
  /** The place of the next page; null after the last one. */
  readonly next: string | null;
}

/** How a platform reads pages and writes them. */
export interface Pages<T> {
  readonly read: (place: BackfillPlace) => Promise<BackfillPage<T>>;
  /** Writes the records and, in the same transaction, the place; false where the store or the place is gone. */
  readonly write: (page: BackfillPage<T>, advance: (tx: Tx) => Promise<boolean>) => Promise<boolean>;
}

/** Reads what a store had before it was installed, page after page; the place is saved with each page. */
@Injectable()
export class BackfillRunnerService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly backfills: BackfillsService,
    private readonly unreadable: UnreadableRecordsService,
  ) {}

  /** A stop does not wait for a whole run: the page under way is written, and another process goes on. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Safe to run twice, at once or late: only the run whose place is still the saved one goes on. */
  async run<T>({ retailerId, resource }: BackfillRef, pages: Pages<T>): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (let count = 0; count < PAGES_PER_RUN && Date.now() < end && !this.stopping; count += 1) {
      const place = await this.backfills.place(retailerId, resource);
      if (!place) return 'done';
      const page = await pages.read(place);
      const advance = (tx: Tx): Promise<boolean> => this.backfills.advance(tx, place, page.next, page.items);
      if (!(await pages.write(page, advance))) return 'done';
      this.unreadable.report(retailerId, resource, page.unreadable);
    }
    return 'more';
  }
}
