import { createHash } from 'node:crypto';

/** A sequence of numbers from 0 to 1, the same for the same seed. */
export interface Random {
  readonly next: () => number;
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
}

/** Mulberry32: 32 bits of state are enough for a drawing. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** 32 bits of SHA-256, so that two prompts are unlikely to get the same drawing. */
export const seedOf = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(parts.join('\u0000')).digest().readUInt32BE(0);
