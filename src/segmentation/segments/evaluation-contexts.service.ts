import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import type { Sql, Tx } from '#libs/database';
import type { CompiledCriteria } from '../criteria/compile.js';
import { boundariesOf } from '../criteria/rfm.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import type { EvaluationContext } from '../evaluation/population.repository.js';
import { type BrandRef, RfmRepository, type RfmRunRow } from '../rfm/rfm.repository.js';

export interface NewEvaluationContext extends EvaluationContext {
  /**
   * The run that was computed because the brand had none; undefined otherwise. The caller decides whether to save it.
   */
  readonly newRun: RfmRunRow | undefined;
}

/** A run that a look has computed and nobody has saved. */
interface UnsavedRun {
  readonly run: RfmRunRow;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** While somebody types criteria, several looks a second need the fifths, which sort all customers. */
const UNSAVED_MS = 10_000;
const MOST_UNSAVED = 500;

/** Makes the context of an evaluation: the criteria with the clock of Postgres and the brand's RFM run. */
@Injectable()
export class EvaluationContextsService {
  private readonly unsaved = new BoundedMap<string, UnsavedRun>(MOST_UNSAVED);

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly rfm: RfmRepository,
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

  /** As `of` at the present instant, for a look that saves nothing: fifths may be some seconds old. */
  async ofLook(sql: Sql, brand: BrandRef, criteria: CompiledCriteria): Promise<EvaluationContext> {
    const known = this.unsaved.get(brand.brandId);
    if (criteria.usesRfm && known && known.until > Date.now() && !(await this.rfm.latest(sql, brand))) {
      const at = await this.memberships.clock(sql);
      return { retailerId: brand.retailerId, criteria, rfm: boundariesOf(known.run.boundaries), at };
    }
    const context = await this.of(sql, brand, criteria);
    if (context.newRun) this.unsaved.set(brand.brandId, { run: context.newRun, until: Date.now() + UNSAVED_MS });
    return context;
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
