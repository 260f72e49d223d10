import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { invalidInput } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { compileCriteria } from '../criteria/compile.js';
import { PopulationRepository } from '../evaluation/population.repository.js';
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
    const compiled = compileCriteria(given, '/criteria');
    if ('errors' in compiled) throw invalidInput(compiled.errors);
    const { retailerId } = await this.retailers.brand(brandId);
    return this.database.readOnly(retailerId, async (sql) => {
      const brand = { retailerId, brandId };
      const context = asOf
        ? await this.contexts.of(sql, brand, compiled.criteria, asOf.getTime())
        : await this.contexts.ofPreview(sql, brand, compiled.criteria);
      const found = await this.population.preview(sql, context, asOf !== undefined);
      const { currency = null } = (await this.retailers.find(retailerId, sql)) ?? {};
      return { ...found, currency, asOf: new Date(context.at) };
    });
  }
}
