import type { GridFamily } from './types.js';

export const nightStage: GridFamily = {
  name: 'night-stage',
  says: 'Products glow on stages that are a little lighter than the dark ground of the brand.',
  takes: { products: [1, 12] },
  best: [2, 5],
  grounds: ['dark', 'primary'],
  tiles: 'stage',
  margin: 0.045,
  gap: 0.026,
  titles: 'heading',
  shapes: {
    wide: { words: 'beside', tile: 'cell', share: 0.62 },
    square: { words: 'below', align: 'centre' },
    portrait: { words: 'below', align: 'centre' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
