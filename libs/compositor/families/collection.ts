import type { Family } from './types.js';

export const collection: Family = {
  name: 'collection',
  says: 'Several products on rounded tiles with space between them.',
  takes: { products: [2, 8] },
  best: [4, 8],
  headline: 'quiet',
  grounds: ['tint', 'background', 'primary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.42, 1] },
      images: { area: [0.42, 0, 0.58, 1], arrange: 'tiles', inset: 0.06, gap: 0.03 },
    },
    square: {
      texts: { area: [0, 0, 1, 0.42] },
      images: { area: [0, 0.4, 1, 0.6], arrange: 'tiles', inset: 0.06, gap: 0.025 },
    },
    portrait: {
      texts: { area: [0, 0, 1, 0.4] },
      images: { area: [0, 0.38, 1, 0.62], arrange: 'tiles', inset: 0.07, gap: 0.03 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.6, 1], flow: 'row' },
      images: { area: [0.6, 0, 0.4, 1], arrange: 'tiles', inset: 0.08, gap: 0.04 },
    },
  },
};
