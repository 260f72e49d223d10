import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { CompiledCriteria } from '../criteria/compile.js';
import { boundariesOf } from '../criteria/rfm.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import type { EvaluationContext } from '../evaluation/population.repository.js';
import { RfmFifthsService } from '../rfm/rfm-fifths.service.js';
import { type BrandRef, RfmRepository, type RfmRunRow } from '../rfm/rfm.repository.js';

export interface NewEvaluationContext extends EvaluationContext {
  /**
   * The run that was computed because the brand had none; undefined otherwise. The caller decides whether to save it.
   */
  readonly newRun: RfmRunRow | undefined;
}

/** Makes the context of an evaluation: the criteria with the clock of Postgres and the brand's RFM run. */
@Injectable()
export class EvaluationContextsService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly rfm: RfmRepository,
    private readonly fifths: RfmFifthsService,
  ) {}

  /** `at`: the instant of the evaluation in milliseconds since the epoch; default is now. */
  async of(sql: Sql, brand: BrandRef, criteria: CompiledCriteria, at?: number): Promise<NewEvaluationContext> {
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

  /** As `of` at the present instant, for a preview, which saves nothing. */
  async ofPreview(sql: Sql, brand: BrandRef, criteria: CompiledCriteria): Promise<EvaluationContext> {
    if (!criteria.usesRfm || (await this.rfm.latest(sql, brand))) return this.of(sql, brand, criteria);
    const { retailerId } = brand;
    const at = await this.memberships.clock(sql);
    return { retailerId, criteria, rfm: boundariesOf(await this.fifths.recent(sql, retailerId)), at };
  }

  saveRun(tx: Tx, brand: BrandRef, run: RfmRunRow): Promise<void> {
    return this.rfm.save(tx, brand, run);
  }

  private async run(sql: Sql, brand: BrandRef, now: number): Promise<{ run: RfmRunRow; isNew: boolean }> {
    const known = await this.rfm.latestAt(sql, brand, new Date(now));
    if (known) return { run: known, isNew: false };
    return { run: { computedAt: new Date(now), ...(await this.rfm.compute(sql, brand.retailerId)) }, isNew: true };
  }
}

const NO_RUN = { run: undefined, isNew: false };
