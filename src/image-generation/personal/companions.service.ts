import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { PersonalFactsQueries } from '../../commerce/queries/personal-facts.queries.js';

interface Kept {
  readonly until: number;
  readonly companions: Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Counting the pairs of a year takes a second where a store has a million orders, and changes little in an hour. */
const KEEP_MS = 3_600_000;
const MOST_KEPT = 200;

/** Which products of a store are bought together. */
@Injectable()
export class CompanionsService {
  private readonly kept = new BoundedMap<string, Kept>(MOST_KEPT);

  constructor(private readonly facts: PersonalFactsQueries) {}

  /** At most an hour old. */
  of(retailerId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const known = this.kept.get(retailerId);
    if (known && known.until > Date.now()) return known.companions;
    const companions = this.facts.companions(retailerId, new Date());
    this.kept.delete(retailerId);
    this.kept.set(retailerId, { until: Date.now() + KEEP_MS, companions });
    companions.catch(() => this.kept.delete(retailerId));
    return companions;
  }
}
