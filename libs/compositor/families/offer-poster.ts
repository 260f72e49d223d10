import type { Family } from './types.js';

export const offerPoster: Family = {
  name: 'offer-poster',
  says: 'The figure of the offer as large as it gets, the words around it.',
  takes: { products: [0, 6], offer: 'must' },
  order: ['logo', 'badge', 'headline', 'offer', 'subheadline', 'callToAction'],
  headline: 'small',
  grounds: ['secondary', 'primary', 'accent', 'background'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.54, 1], anchor: 'spread' },
      alone: { area: [0, 0, 1, 1], align: 'centre' },
      images: { area: [0.54, 0, 0.46, 1], arrange: 'tiles', ground: 'line', gap: 0.005 },
    },
    square: {
      texts: { area: [0, 0.54, 1, 0.46] },
      alone: { area: [0, 0, 1, 1], align: 'centre' },
      images: { area: [0, 0, 1, 0.54], arrange: 'tiles', ground: 'line', gap: 0.004 },
    },
    portrait: {
      texts: { area: [0, 0.46, 1, 0.54], anchor: 'middle' },
      alone: { area: [0, 0, 1, 1], align: 'centre' },
      images: { area: [0, 0, 1, 0.46], arrange: 'tiles', ground: 'line', gap: 0.004 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.72, 1], flow: 'row' },
      alone: { area: [0, 0, 1, 1], flow: 'row' },
      images: { area: [0.72, 0, 0.28, 1], arrange: 'tiles', ground: 'line', gap: 0.01 },
    },
  },
};
