import type { Family } from './types.js';

export const statement: Family = {
  name: 'statement',
  says: 'A few words in the middle of a framed ground.',
  takes: { products: [0, 0], photo: 'never' },
  best: [0, 0],
  headline: 'normal',
  grounds: ['primary', 'background', 'accent'],
  shapes: {
    wide: { texts: { area: [0, 0, 1, 1], align: 'centre', panel: 'ground', panelForm: 'frame' } },
    square: { texts: { area: [0, 0, 1, 1], align: 'centre', panel: 'ground', panelForm: 'frame' } },
    portrait: { texts: { area: [0, 0, 1, 1], align: 'centre', panel: 'ground', panelForm: 'frame' } },
    leaderboard: { texts: { area: [0, 0, 1, 1], flow: 'row', panel: 'ground', panelForm: 'frame' } },
  },
};
