import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { invalidInput } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { compileCriteria } from '../criteria/compile.js';
import { PopulationRepository, type SampleCustomer } from '../evaluation/population.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';

export type { SampleCustomer } from '../evaluation/population.repository.js';

export interface Preview {
  readonly count: number;
  /** The first ten by id. */
  readonly sample: readonly SampleCustomer[];
  readonly asOf: Date;
}

/** Who would be in a segment that is not there. */
@Injectable()
export class SegmentPreviewsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly population: PopulationRepository,
    private readonly questions: EvaluationContextsService,
  ) {}

  /**
   * `asOf`: the instant that counts as now; the facts are then those of the orders placed up to it, with the refunds and
   * cancellations that are known today.
   */
  async preview(brandId: string, given: Record<string, unknown>, asOf?: Date): Promise<Preview> {
    const compiled = compileCriteria(given, '/criteria');
    if ('errors' in compiled) throw invalidInput(compiled.errors);
    const { retailerId } = await this.retailers.brand(brandId);
    return this.database.transaction(retailerId, async (tx) => {
      const question = await this.questions.of(tx, { retailerId, brandId }, compiled.criteria, asOf?.getTime());
      const found = await this.population.preview(tx, question, asOf !== undefined);
      return { ...found, asOf: new Date(question.at) };
    });
  }
}
