import type { Family } from './types.js';

export const typePoster: Family = {
  name: 'type-poster',
  says: 'Only words, as large as they get, beside a bar of the brand.',
  takes: { products: [0, 0], photo: 'never' },
  best: [0, 0],
  headline: 'loud',
  grounds: ['background', 'primary', 'secondary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.9, 1], anchor: 'spread' },
      ornaments: [{ area: [0.955, 0, 0.045, 1], form: 'bar', colour: 'contrast' }],
    },
    square: {
      texts: { area: [0, 0, 0.94, 1], anchor: 'spread' },
      ornaments: [{ area: [0.955, 0, 0.045, 1], form: 'bar', colour: 'contrast' }],
    },
    portrait: {
      texts: { area: [0, 0.03, 1, 0.97], anchor: 'spread' },
      ornaments: [{ area: [0, 0, 1, 0.03], form: 'bar', colour: 'contrast' }],
    },
    leaderboard: {
      texts: { area: [0, 0, 0.975, 1], flow: 'row' },
      ornaments: [{ area: [0.982, 0, 0.018, 1], form: 'bar', colour: 'contrast' }],
    },
  },
};
