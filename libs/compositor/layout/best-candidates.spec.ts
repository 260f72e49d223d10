import { describe, expect, it } from 'vitest';
import type { Figure, Verdict } from '../critic/types.js';
import type { Candidate } from '../paint/first-legible.js';
import { bestCandidates } from './best-candidates.js';

const broken: Figure = { name: 'margin', value: 0, limit: 0.04, hard: true, holds: false };

function candidate(family: string, violations: readonly Figure[], points = 50): Candidate {
  const verdict: Verdict = { figures: violations, violations, points, score: violations.length > 0 ? 0 : points };
  const size = { width: 600, height: 300, density: 1, margin: 20 };
  return { scene: { family, shape: 'wide', mirrored: false, ...size, elements: [] }, verdict };
}

const families = Array.from({ length: 20 }, (_, index) => ({ family: index, rank: 20 - index }));

describe('the best candidates', () => {
  it('are looked for among all families while every layout breaks a rule', () => {
    const found = bestCandidates(families, (family) => candidate(String(family), family === 19 ? [] : [broken]));
    // The one that keeps them needs no second ground.
    expect(found).toHaveLength(39);
    expect(found[0]?.scene.family).toBe('19');
  });

  it('are those of six families where one keeps every rule, and a family that cannot take part does not count', () => {
    const found = bestCandidates(families, (family) => (family === 2 ? null : candidate(String(family), [])));
    expect(found.map(({ scene }) => scene.family)).toEqual(['0', '1', '3', '4', '5', '6']);
  });

  it('come by their points alone: the rank of a family only lets it take part', () => {
    const found = bestCandidates(families, (family) => candidate(String(family), [], family * 10));
    expect(found.map(({ verdict }) => verdict.points)).toEqual([50, 40, 30, 20, 10, 0]);
    expect(found[0]?.scene.family).toBe('5');
  });

  it('are on the second ground of a family too where its first shows a product badly, or families are few', () => {
    const dim: Figure = { name: 'productSeen', value: 1.1, limit: 1.6, hard: false, holds: false };
    const tried = (all: typeof families, figures: readonly Figure[]) => {
      const turns: number[] = [];
      bestCandidates(all, (family, turn) => {
        turns.push(turn);
        const { scene, verdict } = candidate(String(family), []);
        return { scene, verdict: { ...verdict, figures: family === 3 ? figures : [] } };
      });
      return turns;
    };
    expect(tried(families, [])).toEqual([0, 0, 0, 0, 0, 0]);
    expect(tried(families, [dim])).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(tried(families.slice(0, 2), [])).toEqual([0, 0, 1, 1]);
  });

  it('have one that breaks a rule after all others, however many points it has', () => {
    const found = bestCandidates(families, (family, turn) =>
      family === 0 && turn === 1 ? null : candidate(String(family), family === 0 ? [broken] : [], 90 - family),
    );
    expect(found.at(-1)?.scene.family).toBe('0');
  });
});
