import { Injectable } from '@nestjs/common';
import type { Backfill } from './backfill.entity.js';
import { BackfillRepository } from './backfill.repository.js';

/** How far the reading of a store's past is. */
@Injectable()
export class BackfillProgressService {
  constructor(private readonly repository: BackfillRepository) {}

  /** One entry for each collection. */
  of(retailerId: string): Promise<Pick<Backfill, 'resource' | 'records' | 'finishedAt'>[]> {
    return this.repository.progress(retailerId);
  }
}
