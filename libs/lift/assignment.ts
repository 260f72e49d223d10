import { createHmac } from 'node:crypto';

export type Group = 'treated' | 'holdout';

/** Who is assigned, and in which experiment. */
export interface Candidate {
  /** The salt of the experiment. Its text is the key of the HMAC. */
  readonly salt: string;
  /** The sequence, or the brand for its global holdout. */
  readonly scopeId: string;
  readonly customerId: string;
}

const CONTEXT = 'rekindle-holdout-v1';
const RANGE = 2 ** 32;

/** A whole number from 0 to 2^32 - 1 that is the same for the same candidate, and looks random otherwise. */
export function assignmentNumber({ salt, scopeId, customerId }: Candidate): number {
  return createHmac('sha256', salt).update(`${CONTEXT}\n${scopeId}\n${customerId}`).digest().readUInt32BE();
}

/** The group of a number: `percent` of all numbers are held back. */
export const groupOf = (x: number, percent: number): Group => (x * 100 < percent * RANGE ? 'holdout' : 'treated');
