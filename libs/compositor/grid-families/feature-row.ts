import type { GridFamily } from './types.js';

export const featureRow: GridFamily = {
  name: 'feature-row',
  says: 'Rounded cards in one light colour of the brand hold the image and its words.',
  takes: { products: [1, 8] },
  best: [1, 4],
  grounds: ['background', 'primary'],
  tiles: 'stage',
  margin: 0.04,
  gap: 0.024,
  shapes: {
    wide: { words: 'beside', tile: 'cell', share: 0.6 },
    square: { words: 'below', tile: 'cell', align: 'centre' },
    portrait: { words: 'below', tile: 'cell', align: 'centre' },
    leaderboard: { words: 'beside', tile: 'cell', share: 0.5 },
  },
};
