import type { GridFamily } from './types.js';

export const openShelf: GridFamily = {
  name: 'open-shelf',
  says: 'Cut-outs stand on the ground itself, one row above the other like on shelves.',
  takes: { products: [2, 12], scenes: 'never' },
  best: [3, 9],
  grounds: ['tint', 'background'],
  tiles: 'ground',
  margin: 0.05,
  gap: 0.03,
  corners: 'square',
  lines: true,
  stand: 'foot',
  shapes: {
    wide: { words: 'beside', share: 0.64 },
    square: { words: 'below', align: 'centre' },
    portrait: { words: 'below', align: 'centre' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
