import { stored } from '../factories/given.js';
import { Experiment } from '../../src/lift/experiments/experiment.entity.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import type { Execution, Person, SequenceStore } from './sequence-store.js';

export interface Split {
  readonly split: { readonly treated: number; readonly holdout: number; readonly skipped: number } | null;
}

export type ExecutionWithSplit = Execution & Split;

/** What never changes in a unit. */
export type Assigned = Pick<ExperimentUnit, 'personId' | 'held' | 'x' | 'assignedAt' | 'closesAt'>;

/** Half of the people are held back. */
export const HALF = { holdout: { percent: 50 } };

/** So many people with the names p0, p1 and so on. */
export const many = (count: number, more: Person = {}): Record<string, Person> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, more]));

/** The experiments of a sequence or a brand, the first one first. */
export const experimentsOf = async (store: SequenceStore, scopeId: string): Promise<Experiment[]> =>
  (await stored(store.app).rows(Experiment, { retailerId: store.retailerId, scopeId })).toSorted(
    (a, b) => a.number - b.number,
  );

/** The units of an experiment, sorted by person. */
export async function unitsOf(store: SequenceStore, experiment: Experiment | undefined): Promise<Assigned[]> {
  if (!experiment) throw new Error('there is no experiment');
  const where = { retailerId: store.retailerId, experimentId: experiment.id };
  const only = ['personId', 'held', 'x', 'assignedAt', 'closesAt'] as const;
  const units = await stored(store.app).rows(ExperimentUnit, where, ...only);
  return units.toSorted((a, b) => (a.personId < b.personId ? -1 : 1));
}
