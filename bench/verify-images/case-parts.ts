import type { BannerSpec, BrandKit } from '#libs/compositor';
import type { Words } from './scripts.js';

export interface CaseProduct {
  readonly title: string;
  readonly price?: string;
  readonly compareAtPrice?: string;
}

/** What is asked for in one case. Each case has its own number, and the same number and seed give the same case. */
interface AnyCase {
  readonly number: number;
  readonly script: string;
  readonly brand: string;
  readonly family: string;
  readonly products: readonly CaseProduct[];
}

export interface BannerCase extends AnyCase {
  readonly kind: 'banner';
  readonly spec: BannerSpec;
  readonly photo: boolean;
}

export interface GridCase extends AnyCase {
  readonly kind: 'grid';
  readonly kit: BrandKit;
  /** Of the email. */
  readonly width: number;
}

export type Case = BannerCase | GridCase;

/** What the number of a case says. */
export interface Parts {
  readonly own: Pick<AnyCase, 'number' | 'script' | 'brand' | 'family'>;
  readonly words: Words;
  readonly kit: BrandKit;
  /** Of `FORMATS`. */
  readonly format: number;
  readonly seed: number;
  readonly chance: () => number;
}

/** Formats of each kind. */
export const FORMATS = 12;

/** Numbers of 0..1 that look random and are the same for the same case (mulberry32). */
export function chances(seed: number, number: number): () => number {
  let at = (seed * 2_654_435_761 + number * 40_503) >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
