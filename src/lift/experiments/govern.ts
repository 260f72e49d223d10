import { assignmentNumber, type Group, groupOf } from '#libs/lift';
import type { Experiment } from './experiment.entity.js';

/** A customer who passed all checks before assignment. */
export interface Entrant {
  readonly customerId: string;
  /** Every customer record with the address, this one included. */
  readonly records: readonly string[];
  /** The record whose id decides the group: the smallest of those that enter together. */
  readonly hashedId: string;
}

/** A customer record in a unit. */
export interface KnownUnit {
  readonly experimentId: string;
  readonly customerId: string;
  readonly personId: string;
  readonly held: boolean;
  readonly closesAt: Date;
}

export interface NewUnit {
  readonly experiment: Experiment;
  readonly entrant: Entrant;
  readonly held: boolean;
  readonly x: number;
}

/** What one scope says about an entrant. `known`: a recorded group governs. `fresh`: the entrant becomes a unit. */
export interface Verdict {
  readonly held: boolean;
  readonly known?: KnownUnit;
  readonly fresh?: NewUnit;
}

const FREE: Verdict = { held: false };

/** The experiments that may govern an entry now: the open one, and ended ones whose last windows may be open. */
export const mayGovern = ({ endedAt, windowMs }: Experiment, now: Date): boolean =>
  endedAt === null || endedAt.getTime() + windowMs > now.getTime();

/**
 * The group of an entrant in one scope. The recorded group of the open experiment comes first, then that of an older
 * experiment whose window is open, then a new unit of the open experiment. Pure; `experiments` has the newest first,
 * and `units` are those of the entrant's records.
 */
export function govern(
  experiments: readonly Experiment[],
  units: readonly KnownUnit[],
  entrant: Entrant,
  now: Date,
): Verdict {
  for (const { id, endedAt } of experiments) {
    const ofExperiment = units.filter(({ experimentId }) => experimentId === id);
    const known = ofExperiment.find(({ customerId }) => customerId === entrant.customerId) ?? smallest(ofExperiment);
    if (known && (endedAt === null || known.closesAt > now)) return { held: known.held, known };
  }
  const open = experiments.find(({ endedAt }) => endedAt === null);
  if (!open) return FREE;
  const { salt, scopeId, percent } = open;
  const x = assignmentNumber({ salt, scopeId, customerId: entrant.hashedId });
  const held = isHeld(groupOf(x, percent));
  return { held, fresh: { experiment: open, entrant, held, x } };
}

const isHeld = (group: Group): boolean => group === 'holdout';

/** Two records with one address may be two units, where their addresses became equal later. */
const smallest = (units: readonly KnownUnit[]): KnownUnit | undefined =>
  units.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))[0];
