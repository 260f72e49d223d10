import { describe, expect, it } from 'vitest';
import { withAir } from './air.js';

const spaces = (free: number): number[] =>
  withAir([{ space: 10 }, { space: 20 }, { space: 30 }], free).map(({ space }) => space);

describe('The parts of a column', () => {
  it('share three tenths of the free height, in proportion', () => {
    expect(spaces(50)).toEqual([13, 26, 39]);
  });

  it('stand at most 1.6 times as far apart', () => {
    expect(spaces(10_000)).toEqual([16, 32, 48]);
  });

  it('stay where they are without free height', () => {
    expect(spaces(0)).toEqual([10, 20, 30]);
    expect(withAir([{ space: 10 }], 100)).toEqual([{ space: 10 }]);
  });
});
