import type { Family } from './types.js';

export const wordFirst: Family = {
  name: 'word-first',
  says: 'Much to say: the words have most of the room, the images a narrow column.',
  takes: { products: [0, 8] },

  headline: 'quiet',
  grounds: ['background', 'tint'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.7, 1] },
      alone: { area: [0, 0, 1, 1] },
      images: { area: [0.7, 0, 0.3, 1], arrange: 'tiles', gap: 0.006 },
    },
    square: {
      texts: { area: [0, 0.3, 1, 0.7] },
      alone: { area: [0, 0, 1, 1] },
      images: { area: [0, 0, 1, 0.3], arrange: 'columns', gap: 0.006 },
    },
    portrait: {
      texts: { area: [0, 0.3, 1, 0.7] },
      alone: { area: [0, 0, 1, 1] },
      images: { area: [0, 0, 1, 0.3], arrange: 'columns', gap: 0.006 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.82, 1], flow: 'row' },
      alone: { area: [0, 0, 1, 1], flow: 'row' },
      images: { area: [0.82, 0, 0.18, 1], arrange: 'tiles', gap: 0.01 },
    },
  },
};
