import type { GridFamily } from './types.js';

export const stagger: GridFamily = {
  name: 'stagger',
  says: 'Every other tile of a row is lower; images with words beside them change sides.',
  takes: { products: [3, 12] },
  best: [5, 8],
  grounds: ['tint', 'background'],
  tiles: 'tints',
  margin: 0.045,
  gap: 0.035,
  alternate: true,
  lowered: 0.14,
  shapes: {
    wide: { words: 'beside', share: 0.66 },
    square: { words: 'below' },
    portrait: { words: 'below' },
    leaderboard: { words: 'beside', share: 0.55 },
  },
};
