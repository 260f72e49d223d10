import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import type { Sql } from '#libs/database';
import type { StoredBoundaries } from '../criteria/rfm.js';
import { RfmRepository } from './rfm.repository.js';

interface Kept {
  readonly boundaries: StoredBoundaries;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Fifths of so many customers take a second or two, because they sort all customers by three facts. */
const LARGE = 100_000;
const KEPT_MS = 60_000;
const MOST_KEPT = 500;

/** The present fifths of a retailer's customers. A brand whose segments use RFM keeps those of its last run. */
@Injectable()
export class RfmFifthsService {
  private readonly kept = new BoundedMap<string, Kept>(MOST_KEPT);

  constructor(private readonly repository: RfmRepository) {}

  async now(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    return (await this.repository.compute(sql, retailerId)).boundaries;
  }

  /** As `now`, for pages that people wait for: the fifths of a large store may be a minute old. */
  async recent(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    const known = this.kept.get(retailerId);
    if (known && known.until > Date.now()) return known.boundaries;
    const { customers, boundaries } = await this.repository.compute(sql, retailerId);
    if (customers >= LARGE) this.kept.set(retailerId, { boundaries, until: Date.now() + KEPT_MS });
    return boundaries;
  }
}
