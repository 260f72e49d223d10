import { FAMILIES, GRID_FAMILIES } from '#libs/compositor';
import { bannerCase } from './banner-case.js';
import { BRANDS } from './brands.js';
import { type Case, chances, FORMATS, type Parts } from './case-parts.js';
import { gridCase } from './grid-case.js';
import { SCRIPTS } from './scripts.js';

/** How a family makes a case of the parts. */
type Maker = readonly [name: string, make: (parts: Parts) => Case];

const MAKERS: readonly Maker[] = [
  ...FAMILIES.map((family): Maker => [family.name, (parts) => bannerCase(family, parts)]),
  ...GRID_FAMILIES.map((family): Maker => [family.name, (parts) => gridCase(family, parts)]),
];

const scripts = Object.entries(SCRIPTS);
const brands = Object.entries(BRANDS);

export const CASES = FORMATS * scripts.length * brands.length * MAKERS.length;

/** A prime, so that any stretch of cases has all formats, scripts, brands and families. */
const STEP = 6007;

/** The case at a place of the order that the seed gives. */
export function caseAt(seed: number, place: number): Case {
  const number = (place * STEP + seed) % CASES;
  let rest = number;
  const upTo = (length: number): number => {
    const one = rest % length;
    rest = Math.floor(rest / length);
    return one;
  };
  const take = <T>(list: readonly T[]): T => {
    const one = list[upTo(list.length)];
    if (one === undefined) throw new Error('an empty list');
    return one;
  };
  const [family, make] = take(MAKERS);
  const [script, words] = take(scripts);
  const format = upTo(FORMATS);
  const [brand, kit] = take(brands);
  return make({ own: { number, script, brand, family }, words, kit, format, seed, chance: chances(seed, number) });
}
