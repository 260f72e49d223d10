import type { Family } from './types.js';

export const mosaic: Family = {
  name: 'mosaic',
  says: "Words beside a mosaic of quarter discs in the brand's colours.",
  takes: { products: [0, 0], photo: 'never' },
  best: [0, 0],
  headline: 'normal',
  grounds: ['background', 'primary', 'tint'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.6, 1] },
      ornaments: [{ area: [0.625, 0, 0.375, 1], form: 'quarters', colour: 'contrast' }],
    },
    square: {
      texts: { area: [0, 0.43, 1, 0.57] },
      ornaments: [{ area: [0, 0, 1, 0.4], form: 'quarters', colour: 'contrast' }],
    },
    portrait: {
      texts: { area: [0, 0.4, 1, 0.6] },
      ornaments: [{ area: [0, 0, 1, 0.375], form: 'quarters', colour: 'contrast' }],
    },
    leaderboard: {
      texts: { area: [0, 0, 0.8, 1], flow: 'row' },
      ornaments: [{ area: [0.825, 0, 0.175, 1], form: 'quarters', colour: 'contrast' }],
    },
  },
};
