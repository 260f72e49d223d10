/** More subjects than this are not listed: the body counts as one about everything. */
const MOST = 500;
const EVERYTHING = 'everything';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The subjects of a body as the numbers of `deliveries.about`. A number includes the retailer, so that an index over
 * all retailers answers for one. Two subjects may share a number: whoever finds a body by it has to read the body.
 */
export function numbersOfBody(retailerId: string, subjects: ReadonlySet<string>): number[] {
  return numbersOf(retailerId, subjects.size > MOST ? [EVERYTHING] : subjects);
}

/** The numbers under which bodies about the subjects are found. */
export const numbersToFind = (retailerId: string, subjects: Iterable<string>): number[] =>
  numbersOf(retailerId, [...subjects, EVERYTHING]);

const numbersOf = (retailerId: string, subjects: Iterable<string>): number[] => {
  const seed = hash(OFFSET, retailerId);
  return [...new Set(Array.from(subjects, (subject) => hash(seed, subject) | 0))];
};

/** FNV-1a over the UTF-16 units, 32 bits. Not secret: the body lies beside its numbers and is emptied with them. */
function hash(seed: number, text: string): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), PRIME);
  }
  return value;
}
