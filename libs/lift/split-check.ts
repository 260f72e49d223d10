import { logEvidence } from './beta-mixture.js';
import { treatedShare } from './experiment.js';

const LOG_THRESHOLD = Math.log(1_000);

/** The sizes of both groups, and the percent of people that were to be held back. */
export interface Assigned {
  readonly percent: number;
  readonly treated: number;
  readonly holdout: number;
}

/** The evidence that the groups were not divided as planned, as a logarithm. */
export function splitEvidence({ percent, treated, holdout }: Assigned): number {
  const share = treatedShare(percent);
  return logEvidence({ share, treated, total: treated + holdout })(share);
}

/** Whether the sizes of the groups fit the planned percent. False in one of 1,000 sound experiments at most. */
export const isSplitSound = (assigned: Assigned): boolean => splitEvidence(assigned) < LOG_THRESHOLD;
