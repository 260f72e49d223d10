import type { GridFamily } from './types.js';

export const edgeToEdge: GridFamily = {
  name: 'edge-to-edge',
  says: 'Images from edge to edge without a gap, with small words on the ground below them.',
  takes: { products: [1, 12] },
  best: [2, 7],
  grounds: ['background', 'tint'],
  tiles: 'tints',
  margin: 0,
  gap: 0,
  corners: 'square',
  shapes: {
    wide: { words: 'below' },
    square: { words: 'below', align: 'centre' },
    portrait: { words: 'below', align: 'centre' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
