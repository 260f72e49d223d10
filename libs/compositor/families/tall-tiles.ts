import type { Family } from './types.js';

export const tallTiles: Family = {
  name: 'tall-tiles',
  says: 'Tall tiles beside each other, without captions, and words below or beside them.',
  takes: { products: [2, 4] },
  best: [2, 3],
  headline: 'normal',
  grounds: ['dark', 'background', 'primary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.42, 1], anchor: 'bottom' },
      images: { area: [0.42, 0, 0.58, 1], arrange: 'columns', gap: 0.006, captions: 'none', tiles: 'stage' },
    },
    square: {
      texts: { area: [0, 0.62, 1, 0.38] },
      images: { area: [0, 0, 1, 0.62], arrange: 'columns', gap: 0.006, captions: 'none', tiles: 'stage' },
    },
    portrait: {
      texts: { area: [0, 0.6, 1, 0.4] },
      images: { area: [0, 0, 1, 0.6], arrange: 'columns', gap: 0.006, captions: 'none', tiles: 'stage' },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.6, 1], flow: 'row' },
      images: { area: [0.6, 0, 0.4, 1], arrange: 'columns', gap: 0.012, captions: 'none', tiles: 'stage' },
    },
  },
};
