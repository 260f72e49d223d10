import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import { invalidInput } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type CompiledCriteria, compileCriteria } from '../criteria/compile.js';
import type { Estimate } from '../evaluation/estimate.js';
import { PopulationRepository } from '../evaluation/population.repository.js';
import type { BrandRef } from '../rfm/rfm.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';
import type { SegmentPreviewAnswer } from './segment-insight.dto.js';

/** The customers that meet criteria, without a segment. */
@Injectable()
export class SegmentPreviewsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly population: PopulationRepository,
    private readonly contexts: EvaluationContextsService,
  ) {}

  /**
   * `asOf` is the instant of the evaluation. The facts are then those of the orders placed up to it, with the refunds
   * and cancellations that are known today.
   */
  async preview(brandId: string, given: Record<string, unknown>, asOf?: Date): Promise<SegmentPreviewAnswer> {
    return this.reading(brandId, given, async (sql, brand, criteria) => {
      const context = asOf
        ? await this.contexts.of(sql, brand, criteria, asOf.getTime())
        : await this.contexts.ofPreview(sql, brand, criteria);
      const found = await this.population.preview(sql, context, asOf !== undefined);
      const { currency = null } = (await this.retailers.find(brand.retailerId, sql)) ?? {};
      return { ...found, currency, asOf: new Date(context.at) };
    });
  }

  /** The count of `preview` from a few thousand customers, for a page that shows it until the preview is there. */
  estimate(brandId: string, given: Record<string, unknown>): Promise<Estimate> {
    return this.reading(brandId, given, async (sql, brand, criteria) =>
      this.population.estimate(sql, await this.contexts.ofPreview(sql, brand, criteria)),
    );
  }

  private async reading<T>(
    brandId: string,
    given: Record<string, unknown>,
    work: (sql: Sql, brand: BrandRef, criteria: CompiledCriteria) => Promise<T>,
  ): Promise<T> {
    const compiled = compileCriteria(given, '/criteria');
    if ('errors' in compiled) throw invalidInput(compiled.errors);
    const { retailerId } = await this.retailers.brand(brandId);
    return this.database.readOnly(retailerId, (sql) => work(sql, { retailerId, brandId }, compiled.criteria));
  }
}
