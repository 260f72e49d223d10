import type { Family } from './types.js';

export const tileWall: Family = {
  name: 'tile-wall',
  says: 'A wall of products on tints of the brand beside the words.',
  takes: { products: [2, 8] },
  best: [3, 6],
  headline: 'normal',
  grounds: ['background', 'secondary', 'primary', 'tint'],
  shapes: {
    wide: { texts: { area: [0, 0, 0.46, 1] }, images: { area: [0.46, 0, 0.54, 1], arrange: 'tiles', gap: 0.006 } },
    square: { texts: { area: [0, 0.58, 1, 0.42] }, images: { area: [0, 0, 1, 0.58], arrange: 'tiles', gap: 0.006 } },
    portrait: {
      texts: { area: [0, 0.58, 1, 0.42] },
      images: { area: [0, 0, 1, 0.58], arrange: 'tiles', gap: 0.006 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.52, 1], flow: 'row' },
      images: { area: [0.52, 0, 0.48, 1], arrange: 'columns', gap: 0.012 },
    },
  },
};
