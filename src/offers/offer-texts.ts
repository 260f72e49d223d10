import { randomInt } from 'node:crypto';

/** Without letters and digits that people confuse. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace(/[01ILO]/g, '');

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The text of a code: 49 random bits, so that nobody guesses another person's code. */
export const newCode = (): string => randomText(10);

/** The prefix of a batch. */
export const newPrefix = (): string => `RK${randomText(8)}`;

/** Platforms mint at most so many codes with one call. */
export const MOST_CODES = 250;

/** Codes that are minted ahead for people who enter later by a trigger. */
export const AHEAD = 25;

export interface NewBatch {
  readonly prefix: string;
  readonly texts: readonly string[];
}

/** Batches of together `count` codes. */
export function newBatches(count: number): NewBatch[] {
  const batches: NewBatch[] = [];
  for (let left = count; left > 0; left -= MOST_CODES) {
    batches.push({ prefix: newPrefix(), texts: Array.from({ length: Math.min(left, MOST_CODES) }, newCode) });
  }
  return batches;
}

/** The batch with a new text for each of the texts that are taken. */
export function replaceTaken(texts: readonly string[], taken: readonly string[]): string[] {
  const gone = new Set(taken.map((text) => text.toUpperCase()));
  return texts.map((text) => (gone.has(text.toUpperCase()) ? newCode() : text));
}
