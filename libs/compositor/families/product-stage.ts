import type { Family } from './types.js';

export const productStage: Family = {
  name: 'product-stage',
  says: 'One product, large, on a disc of a deeper tone.',
  takes: { products: [1, 3], scenes: 'never', photo: 'never' },
  best: [1, 1],
  headline: 'normal',
  grounds: ['primary', 'background', 'tint', 'dark'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.46, 1] },
      images: {
        area: [0.46, 0, 0.54, 1],
        disc: [0.45, -0.16, 0.66, 1.32],
        ground: 'stage',
        arrange: 'stand',
        inset: 0.04,
      },
    },
    square: {
      texts: { area: [0, 0.66, 1, 0.34] },
      images: {
        area: [0, 0, 1, 0.65],
        disc: [-0.25, -0.84, 1.5, 1.5],
        ground: 'stage',
        arrange: 'stand',
        inset: 0.02,
      },
    },
    portrait: {
      texts: { area: [0, 0.57, 1, 0.43] },
      images: {
        area: [0, 0, 1, 0.55],
        disc: [-0.25, -0.44, 1.5, 1],
        ground: 'stage',
        arrange: 'stand',
        inset: 0.01,
      },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.7, 1], flow: 'row' },
      images: { area: [0.7, 0, 0.3, 1], ground: 'stage', arrange: 'stand', inset: 0.03 },
    },
  },
};
