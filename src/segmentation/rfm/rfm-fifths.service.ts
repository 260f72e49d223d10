import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { Database, type Sql } from '#libs/database';
import type { StoredBoundaries } from '../criteria/rfm.js';
import { RfmRepository } from './rfm.repository.js';

interface Kept {
  readonly boundaries: StoredBoundaries;
  /** When they were computed, in milliseconds since the epoch. */
  readonly at: number;
  /** From then on the next caller has them computed again. */
  readonly renewAt: number;
}

/** Fifths of so many customers take a second or two, because they sort all customers by three facts. */
const LARGE = 100_000;
const FRESH_MS = 60_000;
const LONGEST_KEPT_MS = 15 * 60_000;
const MOST_KEPT = 500;

/** The present fifths of a retailer's customers. A brand whose segments use RFM keeps those of its last run. */
@Injectable()
export class RfmFifthsService {
  private readonly kept = new BoundedMap<string, Kept>(MOST_KEPT);

  constructor(
    private readonly repository: RfmRepository,
    private readonly database: Database,
  ) {}

  async now(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    return (await this.repository.compute(sql, retailerId)).boundaries;
  }

  /**
   * As `now`, for pages that people wait for. Fifths of a large store may be a quarter of an hour old. Those older than
   * a minute are computed again behind the answer.
   */
  async recent(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    const known = this.kept.get(retailerId);
    if (!known || Date.now() > known.at + LONGEST_KEPT_MS) return this.compute(sql, retailerId);
    if (Date.now() > known.renewAt) {
      this.kept.set(retailerId, { ...known, renewAt: Date.now() + FRESH_MS });
      // The next caller after a minute tries again.
      void this.compute(this.database.of(retailerId), retailerId).catch(() => undefined);
    }
    return known.boundaries;
  }

  private async compute(sql: Sql, retailerId: string): Promise<StoredBoundaries> {
    const { customers, boundaries } = await this.repository.compute(sql, retailerId);
    const at = Date.now();
    if (customers >= LARGE) this.kept.set(retailerId, { boundaries, at, renewAt: at + FRESH_MS });
    return boundaries;
  }
}
