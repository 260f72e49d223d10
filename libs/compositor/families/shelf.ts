import type { Family } from './types.js';

export const shelf: Family = {
  name: 'shelf',
  says: 'Products stand in one line on the ground of the brand, like on a shelf.',
  takes: { products: [2, 5], scenes: 'never', photo: 'never' },
  best: [3, 4],
  headline: 'quiet',
  grounds: ['primary', 'background', 'secondary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 1, 0.42], flow: 'row' },
      images: { area: [0, 0.4, 1, 0.6], ground: 'stage', arrange: 'stand', inset: 0.05 },
    },
    square: {
      texts: { area: [0, 0, 1, 0.5] },
      images: { area: [0, 0.5, 1, 0.5], ground: 'stage', arrange: 'stand', inset: 0.05 },
    },
    portrait: {
      texts: { area: [0, 0, 1, 0.44] },
      images: { area: [0, 0.44, 1, 0.56], ground: 'stage', arrange: 'stand', inset: 0.06 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.58, 1], flow: 'row' },
      images: { area: [0.58, 0, 0.42, 1], ground: 'stage', arrange: 'stand', inset: 0.06 },
    },
  },
};
