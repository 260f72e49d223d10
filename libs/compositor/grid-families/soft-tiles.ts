import type { GridFamily } from './types.js';

export const softTiles: GridFamily = {
  name: 'soft-tiles',
  says: 'Rounded tiles in light tints, with quiet words below them.',
  takes: { products: [1, 12] },
  best: [2, 6],
  grounds: ['background', 'tint'],
  tiles: 'tints',
  margin: 0.045,
  gap: 0.03,
  shapes: {
    wide: { words: 'below' },
    square: { words: 'below' },
    portrait: { words: 'below' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
