import type { Family } from './types.js';

export const splitPhoto: Family = {
  name: 'split-photo',
  says: 'Words on a plain ground beside a photograph that fills its half.',
  takes: { products: [0, 4] },
  best: [1, 1],
  headline: 'normal',
  grounds: ['background', 'primary', 'tint'],
  shapes: {
    wide: { texts: { area: [0, 0, 0.46, 1] }, images: { area: [0.46, 0, 0.54, 1], arrange: 'tiles' } },
    square: { texts: { area: [0, 0.59, 1, 0.41] }, images: { area: [0, 0, 1, 0.59], arrange: 'tiles' } },
    portrait: { texts: { area: [0, 0.53, 1, 0.47] }, images: { area: [0, 0, 1, 0.53], arrange: 'tiles' } },
    leaderboard: {
      texts: { area: [0, 0, 0.72, 1], flow: 'row' },
      images: { area: [0.72, 0, 0.28, 1], arrange: 'tiles' },
    },
  },
};
