import { toOklab } from '../colour/oklab.js';

/** In OKLab, about twice the difference that an eye just sees. */
const SEEN = 0.04;
/** So many of the pixels may differ more: single ones in soft edges. */
const FEW = 0.005;
const EVERY = 7;

/** Whether two images of the same size look the same. Decided on every seventh pixel. */
export function isFaithful(one: Buffer, other: Buffer): boolean {
  let seen = 0;
  let different = 0;
  for (let at = 0; at + 3 < one.length; at += 4 * EVERY) {
    seen += 1;
    if (distanceAt(one, other, at) > SEEN) different += 1;
  }
  return different <= seen * FEW;
}

function distanceAt(one: Buffer, other: Buffer, at: number): number {
  if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) return 0;
  const p = toOklab(one[at] ?? 0, one[at + 1] ?? 0, one[at + 2] ?? 0);
  const q = toOklab(other[at] ?? 0, other[at + 1] ?? 0, other[at + 2] ?? 0);
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}
