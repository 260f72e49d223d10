import type { Family } from './types.js';

export const strip: Family = {
  name: 'strip',
  says: 'Products side by side on a strip below the words.',
  takes: { products: [2, 8] },
  best: [3, 5],
  headline: 'quiet',
  grounds: ['background', 'primary', 'tint'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 1, 0.4], flow: 'row' },
      images: { area: [0, 0.4, 1, 0.6], arrange: 'columns' },
    },
    square: {
      texts: { area: [0, 0, 1, 0.5], align: 'centre' },
      images: { area: [0, 0.5, 1, 0.5], arrange: 'tiles' },
    },
    portrait: {
      texts: { area: [0, 0, 1, 0.42], align: 'centre' },
      images: { area: [0, 0.42, 1, 0.58], arrange: 'tiles' },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.58, 1], flow: 'row' },
      images: { area: [0.58, 0, 0.42, 1], arrange: 'columns' },
    },
  },
};
