import { describe, expect, it } from 'vitest';
import { contrastOfColours, readableOn } from './contrast.js';

describe('readableOn', () => {
  it('reaches 4.5 on every grey, with white or with black', () => {
    const greys = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`);
    const least = Math.min(...greys.map((ground) => contrastOfColours(readableOn(ground, []), ground)));
    expect(least).toBeGreaterThanOrEqual(4.5);
  });

  it('prefers the first candidate with enough contrast', () => {
    expect(readableOn('#ffffff', ['#dddddd', '#333333', '#000000'])).toBe('#333333');
  });
});
