import { describe, expect, it } from 'vitest';
import type { Figure, Verdict } from '../critic/types.js';
import type { Candidate } from '../paint/first-legible.js';
import { bestCandidates } from './best-candidates.js';

const broken: Figure = { name: 'margin', value: 0, limit: 0.04, hard: true, holds: false };

function candidate(family: string, violations: readonly Figure[]): Candidate {
  const verdict: Verdict = { figures: violations, violations, points: 50, score: violations.length > 0 ? 0 : 50 };
  const size = { width: 600, height: 300, density: 1, margin: 20 };
  return { scene: { family, shape: 'wide', mirrored: false, ...size, elements: [] }, verdict };
}

const families = Array.from({ length: 20 }, (_, index) => ({ family: index, rank: 20 - index }));

describe('the best candidates', () => {
  it('are looked for among all families while every layout breaks a rule', () => {
    const found = bestCandidates(families, 7, (family) => ({
      candidate: candidate(String(family), family === 19 ? [] : [broken]),
      faults: 0,
    }));
    expect(found).toHaveLength(20);
    expect(found[0]?.scene.family).toBe('19');
  });

  it('are few where one keeps every rule', () => {
    const found = bestCandidates(families, 7, (family) => ({ candidate: candidate(String(family), []), faults: 0 }));
    expect(found).toHaveLength(12);
    expect(found[0]?.scene.family).toBe('0');
  });
});
