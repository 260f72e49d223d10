import type { Family } from './types.js';

export const spotlight: Family = {
  name: 'spotlight',
  says: 'One product before a disc of a strong colour.',
  takes: { products: [1, 1], scenes: 'never', photo: 'never' },
  best: [1, 1],
  headline: 'loud',
  grounds: ['background', 'dark', 'secondary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.5, 1] },
      ornaments: [{ area: [0.53, 0.06, 0.44, 0.88], form: 'disc', colour: 'accent' }],
      images: { area: [0.52, 0, 0.48, 1], arrange: 'stand', inset: 0.08, captions: 'none' },
    },
    square: {
      texts: { area: [0, 0.58, 1, 0.42] },
      ornaments: [{ area: [0.22, 0.05, 0.56, 0.5], form: 'disc', colour: 'accent' }],
      images: { area: [0.06, 0, 0.88, 0.58], arrange: 'stand', inset: 0.04, captions: 'none' },
    },
    portrait: {
      texts: { area: [0, 0.55, 1, 0.45] },
      ornaments: [{ area: [0.08, 0.05, 0.84, 0.46], form: 'disc', colour: 'accent' }],
      images: { area: [0, 0, 1, 0.54], arrange: 'stand', inset: 0.06, captions: 'none' },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.74, 1], flow: 'row' },
      ornaments: [{ area: [0.76, 0, 0.24, 1], form: 'bar', colour: 'accent' }],
      images: { area: [0.76, 0, 0.24, 1], arrange: 'stand', inset: 0.03, captions: 'none' },
    },
  },
};
