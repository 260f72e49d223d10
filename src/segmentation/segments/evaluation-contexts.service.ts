import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { CompiledCriteria } from '../criteria/compile.js';
import { boundariesOf } from '../criteria/rfm.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import type { Question } from '../evaluation/population.repository.js';
import { type BrandRef, RfmRepository, type RfmRunRow } from '../rfm/rfm.repository.js';

export interface FullQuestion extends Question {
  /** A run that had to be made for this question; only the caller knows whether to keep it. */
  readonly newRun: RfmRunRow | undefined;
}

/** Completes a definition with what it is looked at with: the database's clock and the brand's RFM run. */
@Injectable()
export class EvaluationContextsService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly rfm: RfmRepository,
  ) {}

  /** `at`: milliseconds since the epoch; default is now. */
  async of(sql: Sql, brand: BrandRef, criteria: CompiledCriteria, at?: number): Promise<FullQuestion> {
    const now = at ?? (await this.memberships.clock(sql));
    const { run, isNew } = criteria.usesRfm ? await this.run(sql, brand, now) : NO_RUN;
    return {
      retailerId: brand.retailerId,
      criteria,
      rfm: run ? boundariesOf(run.boundaries) : null,
      at: now,
      newRun: isNew ? run : undefined,
    };
  }

  keep(tx: Tx, brand: BrandRef, run: RfmRunRow): Promise<void> {
    return this.rfm.save(tx, brand, run);
  }

  private async run(sql: Sql, brand: BrandRef, now: number): Promise<{ run: RfmRunRow; isNew: boolean }> {
    const known = await this.rfm.latestAt(brand, new Date(now), sql);
    if (known) return { run: known, isNew: false };
    return { run: { computedAt: new Date(now), ...(await this.rfm.compute(sql, brand.retailerId)) }, isNew: true };
  }
}

const NO_RUN = { run: undefined, isNew: false };
