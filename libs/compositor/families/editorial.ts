import type { Family } from './types.js';

export const editorial: Family = {
  name: 'editorial',
  says: 'An image with air around it and quiet words, as in a magazine.',
  takes: { products: [0, 2] },
  best: [1, 1],
  headline: 'normal',
  grounds: ['background', 'tint', 'dark'],
  shapes: {
    wide: {
      texts: { area: [0.5, 0, 0.5, 1] },
      images: { area: [0, 0, 0.5, 1], arrange: 'columns', inset: 0.06, tiles: 'stage' },
    },
    square: {
      texts: { area: [0, 0.65, 1, 0.35] },
      images: { area: [0, 0, 1, 0.65], arrange: 'columns', inset: 0.045, tiles: 'stage' },
    },
    portrait: {
      texts: { area: [0, 0.58, 1, 0.42] },
      images: { area: [0, 0, 1, 0.58], arrange: 'columns', inset: 0.06, tiles: 'stage' },
    },
    leaderboard: {
      texts: { area: [0.26, 0, 0.74, 1], flow: 'row' },
      images: { area: [0, 0, 0.26, 1], arrange: 'columns', inset: 0.03, tiles: 'stage' },
    },
  },
};
