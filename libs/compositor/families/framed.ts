import type { Family } from './types.js';

export const framed: Family = {
  name: 'framed',
  says: 'Centred words on a framed plate beside the images.',
  takes: { products: [0, 4] },
  best: [1, 2],
  headline: 'quiet',
  grounds: ['tint', 'background', 'primary'],
  shapes: {
    wide: {
      texts: { area: [0.5, 0, 0.5, 1], align: 'centre', panel: 'ground', panelForm: 'frame' },
      images: { area: [0, 0, 0.5, 1], arrange: 'tiles' },
    },
    square: {
      texts: { area: [0, 0.6, 1, 0.4], align: 'centre', headline: 'small', panel: 'ground', panelForm: 'frame' },
      images: { area: [0, 0, 1, 0.6], arrange: 'tiles' },
    },
    portrait: {
      texts: { area: [0, 0.52, 1, 0.48], align: 'centre', panel: 'ground', panelForm: 'frame' },
      images: { area: [0, 0, 1, 0.52], arrange: 'tiles' },
    },
    leaderboard: {
      texts: { area: [0.26, 0, 0.74, 1], flow: 'row', panel: 'ground', panelForm: 'frame' },
      images: { area: [0, 0, 0.26, 1], arrange: 'tiles' },
    },
  },
};
