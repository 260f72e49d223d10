import type { Family } from './types.js';

export const headlineBand: Family = {
  name: 'headline-band',
  says: 'Images over the whole width, and the words on a strong band at the foot.',
  takes: { products: [0, 4] },
  best: [2, 4],
  headline: 'normal',
  grounds: ['background', 'tint', 'dark'],
  shapes: {
    wide: {
      texts: { area: [0, 0.62, 1, 0.38], flow: 'row', panel: 'contrast' },
      images: { area: [0, 0, 1, 0.62], arrange: 'columns', captions: 'none' },
    },
    square: {
      texts: { area: [0, 0.6, 1, 0.4], panel: 'contrast' },
      images: { area: [0, 0, 1, 0.6], arrange: 'tiles' },
    },
    portrait: {
      texts: { area: [0, 0.58, 1, 0.42], panel: 'contrast' },
      images: { area: [0, 0, 1, 0.58], arrange: 'tiles' },
    },
    leaderboard: {
      texts: { area: [0.28, 0, 0.72, 1], flow: 'row', panel: 'contrast' },
      images: { area: [0, 0, 0.28, 1], arrange: 'tiles' },
    },
  },
};
