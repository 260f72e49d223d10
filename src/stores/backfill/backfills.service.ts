import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { BackfillRef, BackfillResource } from '../../jobs/payloads.js';
import { type BackfillPlace, BackfillRepository } from './backfill.repository.js';
import type { Platform } from '../../retailers/retailer.entity.js';

/** How far the collections of stores were read, one place for each (store, collection). */
@Injectable()
export class BackfillsService {
  constructor(private readonly repository: BackfillRepository) {}

  /** Where to go on; undefined where there is nothing (more) to read. */
  place(retailerId: string, resource: BackfillResource): Promise<BackfillPlace | undefined> {
    return this.repository.place(retailerId, resource);
  }

  /** Moves the place with the page that the transaction writes; false where it was moved meanwhile. */
  advance(tx: Tx, place: BackfillPlace, next: string | null, records: number): Promise<boolean> {
    return this.repository.advance(tx, place, next, records);
  }

  /** Those that nobody is reading; each is handed out once a minute. */
  claimForgotten(platform: Platform): Promise<BackfillRef[]> {
    return this.repository.claimForgotten(platform);
  }
}
