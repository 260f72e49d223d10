import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { thompsonShares, totalCounts, windowFrom } from '#libs/lift';
import { Random } from '#libs/random';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import type { SequenceStep } from '../definitions/definition.dto.js';
import { holdoutTerms } from '../definitions/holdout.js';
import type { Run } from '../runs/run.js';
import { epochsOf } from './variant-counts.js';
import { type Epoch, type NewUnit, VariantsRepository } from './variants.repository.js';

/** How long the shares of a bandit hold. */
const EPOCH_MS = 86_400_000;
const DAY_MS = 86_400_000;

/** Decides which shares the variants of a step have now, and records who got which variant by which shares. */
@Injectable()
export class AllocationsService {
  constructor(private readonly variants: VariantsRepository) {}

  /**
   * The run with the present shares of its variants. Begins an epoch where the shares are new. Where another
   * transaction begins one of other shares at the same time, the definition has the shares, and nothing is recorded.
   */
  async current(tx: Tx, run: Run): Promise<Run> {
    const steps = run.definition.steps.filter(({ variants }) => variants);
    if (steps.length === 0) return run;
    const { retailerId, sequenceId } = run;
    const epochs = await this.variants.epochs(tx, retailerId, sequenceId);
    const startedAt = new Date();
    let hasBegun = false;
    for (const step of steps) {
      const shares = await this.newShares(tx, run, step, epochs, startedAt);
      if (!shares) continue;
      const epoch = 1 + Math.max(0, ...epochs.filter(({ stepId }) => stepId === step.id).map((each) => each.epoch));
      await this.variants.begin(tx, { retailerId, sequenceId, stepId: step.id, epoch, shares, startedAt });
      hasBegun = true;
    }
    return withEpochs(run, hasBegun ? await this.variants.epochs(tx, retailerId, sequenceId) : epochs);
  }

  /** The run with the shares of the last epochs, for a dry run: it begins no epoch. */
  async known(sql: Sql, run: Run): Promise<Run> {
    if (!run.definition.steps.some(({ allocation }) => allocation === 'bandit')) return run;
    return withEpochs(run, await this.variants.epochs(sql, run.retailerId, run.sequenceId));
  }

  /** Records the recipients of variants among these messages, so that the variants can be compared. */
  async record(tx: Tx, run: Run, messages: readonly NewMessage[]): Promise<void> {
    const { retailerId, sequenceId, definition, epochs } = run;
    const windowDays = holdoutTerms(definition).windowMs / DAY_MS;
    const units = messages.flatMap(({ stepId, customerId, variant, sendAt }): NewUnit[] => {
      const epoch = epochs?.get(stepId)?.epoch;
      if (!variant || customerId === null || epoch === undefined) return [];
      const { assignedAt: startsAt, closesAt } = windowFrom(sendAt, windowDays);
      return [{ stepId, customerId, epoch, variant, startsAt, closesAt }];
    });
    await this.variants.add(tx, retailerId, sequenceId, units);
  }

  /** The shares of a new epoch, or undefined while those of an earlier one hold. */
  private async newShares(
    tx: Tx,
    { retailerId, sequenceId }: Run,
    step: SequenceStep,
    epochs: readonly Epoch[],
    now: Date,
  ): Promise<Epoch['shares'] | undefined> {
    const last = epochFor(step, epochs);
    if (!last) return writtenShares(step);
    if (step.allocation !== 'bandit' || last.startedAt.getTime() + EPOCH_MS > now.getTime()) return undefined;
    const ids = Object.keys(writtenShares(step));
    const ofStep = <Row extends { stepId: string }>(rows: readonly Row[]) =>
      rows.filter(({ stepId }) => stepId === step.id);
    const counts = ofStep(await this.variants.counts(tx, retailerId, sequenceId, now));
    const random = new Random(`${retailerId}/${sequenceId}/${step.id}/${last.epoch + 1}`);
    const shares = thompsonShares(totalCounts(epochsOf(ids, ofStep(epochs), counts)), random);
    return Object.fromEntries(ids.map((id, index) => [id, shares[index] ?? 0]));
  }
}

function withEpochs(run: Run, epochs: readonly Epoch[]): Run {
  const found = run.definition.steps.flatMap((step): [string, Epoch][] => {
    const epoch = epochFor(step, epochs);
    return epoch ? [[step.id, epoch]] : [];
  });
  return Object.assign({}, run, { epochs: new Map(found) });
}

/**
 * The last epoch of these variants; without a bandit, of these shares. Executions of an older version may be under way
 * beside those of the present one.
 */
function epochFor(step: SequenceStep, epochs: readonly Epoch[]): Epoch | undefined {
  const written = writtenShares(step);
  const names = (shares: Epoch['shares']): string => Object.keys(shares).toSorted().join();
  return epochs.findLast(
    ({ stepId, shares }) =>
      stepId === step.id &&
      names(shares) === names(written) &&
      (step.allocation === 'bandit' || Object.entries(written).every(([id, share]) => shares[id] === share)),
  );
}

const writtenShares = ({ variants = [] }: SequenceStep): Epoch['shares'] =>
  Object.fromEntries(variants.map(({ id, share }) => [id, share]));
