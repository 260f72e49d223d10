import type { GridFamily } from './types.js';

export const editorialColumns: GridFamily = {
  name: 'editorial-columns',
  says: 'Names in the font of headlines below plain tiles, with fine lines between the rows.',
  takes: { products: [1, 12] },
  best: [3, 9],
  grounds: ['background', 'tint'],
  tiles: 'stage',
  margin: 0.05,
  gap: 0.035,
  corners: 'square',
  titles: 'heading',
  lines: true,
  shapes: {
    wide: { words: 'beside', share: 0.62 },
    square: { words: 'below' },
    portrait: { words: 'below' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
