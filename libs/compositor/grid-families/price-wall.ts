import type { GridFamily } from './types.js';

export const priceWall: GridFamily = {
  name: 'price-wall',
  says: 'Large prices lead on tinted tiles; former prices are struck through.',
  takes: { products: [2, 12], formerPrice: 'must' },
  best: [2, 9],
  grounds: ['primary', 'secondary'],
  tiles: 'tints',
  margin: 0.03,
  gap: 0.016,
  prices: 'loud',
  shapes: {
    wide: { words: 'beside', tile: 'cell', share: 0.56 },
    square: { words: 'below', tile: 'cell' },
    portrait: { words: 'below', tile: 'cell' },
    leaderboard: { words: 'beside', tile: 'cell', share: 0.5 },
  },
};
