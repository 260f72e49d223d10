import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { moneyOf } from '#libs/kernel';
import type { LiftLanguage } from '#libs/lift';
import type { RevenueTrendAnswer } from '../../lift/results/revenue-trend.dto.js';
import type { ResultsAnswer } from '../../lift/results/results.dto.js';
import { type Beside, ResultsService } from '../../lift/results/results.service.js';
import type { Experiment } from '../../lift/experiments/experiment.entity.js';
import type { BrandAnswer } from '../../retailers/brand.dto.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { SequenceRepository } from '../definitions/sequence.repository.js';
import { VariantResultsService } from '../variants/variant-results.service.js';
import type { SequenceResultsAnswer } from './sequence-results.dto.js';
import type { ChartQuery } from './results-query.dto.js';
import { AttributionRepository, type AttributionRow } from './attribution.repository.js';
import type { AttributionScope } from './attribution.sql.js';

/** A sequence that held people back, with what that shows. */
export interface ComparedSequence {
  readonly sequence: { readonly id: string; readonly name: string };
  readonly results: ResultsAnswer;
}

/** The results of sequences and of brands, with the orders that followed their emails. */
@Injectable()
export class SequenceResultsService {
  constructor(
    private readonly sequences: SequenceRepository,
    private readonly brands: BrandsService,
    private readonly results: ResultsService,
    private readonly attribution: AttributionRepository,
    private readonly variants: VariantResultsService,
  ) {}

  /** 404 where the sequence is unknown, or has no experiment of that number. */
  async ofSequence(id: string, number: number | undefined, language: LiftLanguage): Promise<SequenceResultsAnswer> {
    const { retailerId, brandId, definition } = await this.sequences.get(id);
    const asked = { retailerId, brandId, sequenceId: id, scope: 'sequence', scopeId: id, number, language } as const;
    const answer = await this.results.read(asked, (sql, experiment, currency) =>
      this.beside(sql, { retailerId, brandId, sequenceIds: [id] }, experiment, currency),
    );
    const variants = await this.variants.of({ retailerId, id, definition }, answer.asOf);
    return Object.assign(answer, { variants });
  }

  /** 404 where the brand is unknown, or has no experiment of that number. */
  async ofBrand(id: string, number: number | undefined, language: LiftLanguage): Promise<ResultsAnswer> {
    const { retailerId, id: brandId } = await this.brands.get(id);
    const asked = {
      retailerId,
      brandId,
      sequenceId: null,
      scope: 'brand',
      scopeId: brandId,
      number,
      language,
    } as const;
    return this.results.read(asked, async (sql, experiment, currency) => {
      const sequenceIds = await this.attribution.sequencesOf(sql, retailerId, brandId);
      return this.beside(sql, { retailerId, brandId, sequenceIds }, experiment, currency);
    });
  }

  /**
   * The results of up to `limit` sequences of a brand that held people back, each read when it is asked for. The sequence
   * with the newest experiment is first.
   */
  async *compared(
    { retailerId, id: brandId }: Pick<BrandAnswer, 'retailerId' | 'id'>,
    limit: number,
    language: LiftLanguage,
  ): AsyncGenerator<ComparedSequence> {
    for (const id of await this.results.sequencesOf(retailerId, brandId, limit)) {
      const sequence = await this.sequences.ofRetailer(retailerId, id);
      if (!sequence) continue;
      const results = await this.ofSequence(id, undefined, language);
      yield { sequence: { id, name: sequence.definition.name }, results };
    }
  }

  /** The revenue that the emails of a sequence caused, over time. 404 as for `ofSequence`. */
  async trendOfSequence(id: string, number: number | undefined): Promise<RevenueTrendAnswer> {
    const { retailerId, brandId } = await this.sequences.get(id);
    return this.results.revenueTrend({ retailerId, brandId, sequenceId: id, scope: 'sequence', scopeId: id, number });
  }

  /** The same for all sequences of a brand. 404 as for `ofBrand`. */
  async trendOfBrand(id: string, number: number | undefined): Promise<RevenueTrendAnswer> {
    const { retailerId, id: brandId } = await this.brands.get(id);
    return this.results.revenueTrend({
      retailerId,
      brandId,
      sequenceId: null,
      scope: 'brand',
      scopeId: brandId,
      number,
    });
  }

  /** The interval over time as SVG. 404 as for `ofSequence`. */
  async chartOfSequence(id: string, query: ChartQuery, language: LiftLanguage): Promise<string> {
    const { retailerId, brandId } = await this.sequences.get(id);
    const { experiment: number } = query;
    const asked = { retailerId, brandId, sequenceId: id, scope: 'sequence', scopeId: id, number, language } as const;
    return this.results.chart(asked, query);
  }

  /** The interval over time as SVG. 404 as for `ofBrand`. */
  async chartOfBrand(id: string, query: ChartQuery, language: LiftLanguage): Promise<string> {
    const { retailerId, id: brandId } = await this.brands.get(id);
    const scope = { scope: 'brand', scopeId: brandId, sequenceId: null } as const;
    return this.results.chart({ retailerId, brandId, ...scope, number: query.experiment, language }, query);
  }

  private async beside(
    sql: Sql,
    scope: Omit<AttributionScope, 'experimentId'>,
    experiment: Experiment | null,
    currency: string,
  ): Promise<Beside> {
    const row = await this.attribution.read(sql, { ...scope, experimentId: experiment?.id ?? null });
    const { retailerId, sequenceIds } = scope;
    const cancelled =
      experiment !== null &&
      (await this.attribution.wasCancelled(sql, retailerId, sequenceIds, experiment.startedAt, experiment.endedAt));
    return { attributed: attributedOf(row, currency), notices: cancelled ? ['execution_cancelled'] : [] };
  }
}

function attributedOf(row: AttributionRow, currency: string): Beside['attributed'] {
  const part = (orders: number, revenue: string) => ({ orders, revenue: { amount: moneyOf(revenue), currency } });
  return {
    byCode: part(row.codeOrders, row.codeRevenue),
    byClick: part(row.clickOrders, row.clickRevenue),
    byEither: part(row.eitherOrders, row.eitherRevenue),
    clicks: { human: row.human, robot: row.robot },
  };
}
