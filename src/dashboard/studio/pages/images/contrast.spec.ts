import { expect, it } from 'vitest';
import { contrastOf } from './contrast.js';

it.each([
  ['#000000', '#FFFFFF', 21],
  ['#FFFFFF', '#FFFFFF', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
});
