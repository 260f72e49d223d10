import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { compareVariants, totalCounts } from '#libs/lift';
import { EstimateAnswer } from '../../lift/lift.dto.js';
import type { SequenceDefinition, SequenceStep } from '../definitions/definition.dto.js';
import { epochsOf } from './variant-counts.js';
import type { StepVariantsAnswer } from './variant-results.dto.js';
import { type CodeCounts, type Epoch, type UnitCounts, VariantsRepository } from './variants.repository.js';

/** How the variants of each step compare. */
@Injectable()
export class VariantResultsService {
  constructor(
    private readonly database: Database,
    private readonly variants: VariantsRepository,
  ) {}

  /** For the variants of the present definition. A step without variants has no entry. */
  async of(
    { retailerId, id, definition }: { retailerId: string; id: string; definition: SequenceDefinition },
    now: Date,
  ): Promise<StepVariantsAnswer[]> {
    const steps = definition.steps.filter(({ variants }) => variants);
    if (steps.length === 0) return [];
    const sql = this.database.of(retailerId);
    const epochs = await this.variants.epochs(sql, retailerId, id);
    const counts = await this.variants.counts(sql, retailerId, id, now);
    const codes = await this.variants.codes(sql, retailerId, id, now);
    return steps.map((step) =>
      answerOf(
        step,
        epochs.filter(({ stepId }) => stepId === step.id),
        counts.filter(({ stepId }) => stepId === step.id),
        codes.filter(({ stepId }) => stepId === step.id),
      ),
    );
  }
}

function answerOf(
  { id: stepId, allocation, variants = [] }: SequenceStep,
  epochs: readonly Epoch[],
  counts: readonly UnitCounts[],
  codes: readonly CodeCounts[],
): StepVariantsAnswer {
  const ids = variants.map(({ id }) => id);
  const estimated = epochsOf(ids, epochs, counts);
  const totals = totalCounts(estimated);
  const last = epochs.at(-1);
  return {
    stepId,
    allocation: allocation ?? 'shares',
    epochs: epochs.length,
    items: variants.map(({ id, share }, index) => {
      const { n, x } = totals[index] ?? { n: 0, x: 0 };
      const own = counts.filter(({ variant }) => variant === id);
      return {
        id,
        share: (allocation === 'bandit' ? last?.shares[id] : undefined) ?? share,
        assigned: own.reduce((sum, { assigned }) => sum + assigned, 0),
        customers: n,
        cameBack: x,
        rate: n === 0 ? null : Number((x / n).toFixed(6)),
        codes: codesOf(codes.find(({ variant }) => variant === id)),
      };
    }),
    comparisons: compareVariants(estimated).map(({ first, second, verdict, pValue, relativeLift }) => ({
      variant: ids[first] ?? '',
      other: ids[second] ?? '',
      status: verdict,
      pValue: verdict === 'too_early' ? null : pValue,
      relativeLift: EstimateAnswer.of(verdict === 'too_early' ? undefined : relativeLift),
    })),
  };
}

const codesOf = (counts: CodeCounts | undefined): StepVariantsAnswer['items'][number]['codes'] => {
  const { assigned = 0, redeemed = 0, returned = 0, expired = 0 } = counts ?? {};
  return { assigned, redeemed, returned, expired };
};
