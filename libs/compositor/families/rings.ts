import type { Family } from './types.js';

export const rings: Family = {
  name: 'rings',
  says: 'Words beside a large ring and a disc in the colours of the brand.',
  takes: { products: [0, 0], photo: 'never' },
  best: [0, 0],
  headline: 'normal',
  grounds: ['tint', 'primary', 'background'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.62, 1] },
      ornaments: [
        { area: [0.67, 0.12, 0.6, 1.2], form: 'ring', colour: 'contrast' },
        { area: [0.68, -0.2, 0.25, 0.5], form: 'disc', colour: 'accent' },
      ],
    },
    square: {
      texts: { area: [0, 0.36, 1, 0.64], anchor: 'bottom' },
      ornaments: [
        { area: [0.48, -0.28, 0.62, 0.62], form: 'ring', colour: 'contrast' },
        { area: [0.26, -0.1, 0.26, 0.26], form: 'disc', colour: 'accent' },
      ],
    },
    portrait: {
      texts: { area: [0, 0.4, 1, 0.6], anchor: 'bottom' },
      ornaments: [
        { area: [0.36, -0.08, 0.8, 0.42], form: 'ring', colour: 'contrast' },
        { area: [0.06, -0.04, 0.36, 0.22], form: 'disc', colour: 'accent' },
      ],
    },
    leaderboard: {
      texts: { area: [0, 0, 0.82, 1], flow: 'row' },
      ornaments: [{ area: [0.84, -0.4, 0.3, 1.8], form: 'ring', colour: 'contrast' }],
    },
  },
};
