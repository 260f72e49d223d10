import { describe, expect, it } from 'vitest';
import { coveredShare } from './boxes.js';

const rows = (x: number, width: number, height: number) => ({ x, y: 0, width, height });

describe('the covered share of a box', () => {
  const box = rows(1.3, 10, 4);

  it('counts what several boxes cover together once', () => {
    expect(coveredShare(box, [rows(1.3, 5, 4), rows(3.8, 5, 4)])).toBeCloseTo(0.75, 9);
    expect(coveredShare(box, [rows(0, 50, 2), { ...rows(0, 50, 2), y: 3 }])).toBeCloseTo(0.75, 9);
    expect(coveredShare(box, [rows(20, 5, 4), rows(40, 5, 4)])).toBe(0);
  });

  it('counts no place beside a box because of the last digit of its edge', () => {
    // From 1.9 on the first row is covered, and from 23/3 on also the second one.
    const covered = 9.4 + (11.3 - 23 / 3);
    expect(coveredShare(box, [rows(23 / 3, 26, 2), rows(1.9, 16, 1)])).toBeCloseTo(covered / 40, 9);
  });
});
