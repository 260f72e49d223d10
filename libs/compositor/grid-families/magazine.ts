import type { GridFamily } from './types.js';

export const magazine: GridFamily = {
  name: 'magazine',
  says: "The first product leads on the brand's strong colour with its words beside it; the others follow on light tiles.",
  takes: { products: [1, 12] },
  best: [1, 7],
  grounds: ['background', 'tint'],
  tiles: 'stage',
  margin: 0.045,
  gap: 0.028,
  titles: 'heading',
  shapes: {
    wide: { words: 'beside', tile: 'cell', tiles: 'contrast', share: 0.58 },
    square: { words: 'below' },
    portrait: { words: 'below' },
    leaderboard: { words: 'beside', tile: 'cell', share: 0.5 },
  },
};
