import type { Family } from './types.js';

export const priceDrop: Family = {
  name: 'price-drop',
  says: 'One product in its tile with the former price struck through.',
  takes: { products: [1, 2], photo: 'never', formerPrice: 'must' },
  best: [1, 1],
  headline: 'normal',
  grounds: ['background', 'tint', 'primary', 'secondary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.45, 1] },
      images: {
        area: [0.45, 0, 0.55, 1],
        arrange: 'columns',
        inset: 0.06,
        captions: 'kept',
        prices: 'loud',
        tiles: 'stage',
      },
    },
    square: {
      texts: { area: [0, 0.66, 1, 0.34] },
      images: {
        area: [0, 0, 1, 0.66],
        arrange: 'columns',
        inset: 0.03,
        captions: 'kept',
        prices: 'loud',
        tiles: 'stage',
      },
    },
    portrait: {
      texts: { area: [0, 0.58, 1, 0.42] },
      images: {
        area: [0, 0, 1, 0.58],
        arrange: 'columns',
        inset: 0.07,
        captions: 'kept',
        prices: 'loud',
        tiles: 'stage',
      },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.68, 1], flow: 'row' },
      images: {
        area: [0.68, 0, 0.32, 1],
        arrange: 'columns',
        inset: 0,
        captions: 'kept',
        prices: 'loud',
        tiles: 'stage',
      },
    },
  },
};
