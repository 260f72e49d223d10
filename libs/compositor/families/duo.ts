import type { Family } from './types.js';

export const duo: Family = {
  name: 'duo',
  says: 'Two products stand together on one rounded ground.',
  takes: { products: [2, 3], scenes: 'never', photo: 'never' },
  best: [2, 2],
  headline: 'normal',
  grounds: ['background', 'primary', 'secondary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.44, 1] },
      images: {
        area: [0.44, 0, 0.56, 1],
        disc: [0.4, -0.25, 0.75, 1.5],
        ground: 'stage',
        arrange: 'stand',
        inset: 0.07,
      },
    },
    square: {
      texts: { area: [0, 0.56, 1, 0.44] },
      images: { area: [0, 0, 1, 0.56], ground: 'stage', arrange: 'stand', inset: 0.06 },
    },
    portrait: {
      texts: { area: [0, 0.54, 1, 0.46] },
      images: { area: [0, 0, 1, 0.54], ground: 'stage', arrange: 'stand', inset: 0.07 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.64, 1], flow: 'row' },
      images: { area: [0.64, 0, 0.36, 1], ground: 'stage', arrange: 'stand', inset: 0.06 },
    },
  },
};
