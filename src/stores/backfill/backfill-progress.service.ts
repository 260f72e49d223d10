import { Injectable } from '@nestjs/common';
import type { BackfillAnswer } from '../../retailers/backfill.dto.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import type { Backfill } from './backfill.entity.js';
import { BackfillRepository } from './backfill.repository.js';
import { backfillView } from './backfill-view.js';

/** How far the reading of a store's past is. */
@Injectable()
export class BackfillProgressService {
  constructor(private readonly repository: BackfillRepository) {}

  /** One entry for each collection. */
  async of(retailerId: string): Promise<Pick<Backfill, 'resource' | 'records' | 'finishedAt'>[]> {
    const rows = await this.repository.all(retailerId);
    return rows.map(({ resource, records, finishedAt }) => ({ resource, records, finishedAt }));
  }

  /** All collections together; null for a store whose past was never read. */
  async view({ id, status }: Pick<Retailer, 'id' | 'status'>): Promise<BackfillAnswer | null> {
    return backfillView(await this.repository.all(id), status);
  }
}
