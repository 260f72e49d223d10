import type { GridFamily } from './types.js';

export const colourWall: GridFamily = {
  name: 'colour-wall',
  says: 'Tiles in tints of the brand fill the whole image; a fine dark line parts them.',
  takes: { products: [2, 12] },
  best: [3, 8],
  grounds: ['dark', 'background'],
  tiles: 'tints',
  margin: 0,
  gap: 0.004,
  corners: 'square',
  shapes: {
    wide: { words: 'beside', tile: 'cell', share: 0.6 },
    square: { words: 'below', tile: 'cell', align: 'centre' },
    portrait: { words: 'below', tile: 'cell', align: 'centre' },
    leaderboard: { words: 'beside', tile: 'cell', share: 0.5 },
  },
};
