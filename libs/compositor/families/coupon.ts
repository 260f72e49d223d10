import type { Family } from './types.js';

export const coupon: Family = {
  name: 'coupon',
  says: 'The offer on a coupon with a dashed edge, beside what it is for.',
  takes: { products: [0, 3], scenes: 'never', offer: 'must' },
  order: ['logo', 'badge', 'offer', 'headline', 'subheadline', 'callToAction'],
  headline: 'small',
  grounds: ['secondary', 'tint', 'primary'],
  shapes: {
    wide: {
      texts: { area: [0, 0, 0.56, 1], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      alone: { area: [0.14, 0, 0.72, 1], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      images: { area: [0.54, 0, 0.46, 1], arrange: 'stand', inset: 0.05 },
    },
    square: {
      texts: { area: [0, 0.5, 1, 0.5], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.06 },
      alone: { area: [0, 0.08, 1, 0.84], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      images: { area: [0, 0, 1, 0.53], arrange: 'stand', inset: 0.03 },
    },
    portrait: {
      texts: { area: [0, 0.44, 1, 0.56], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      alone: { area: [0, 0.1, 1, 0.8], align: 'centre', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      images: { area: [0, 0, 1, 0.46], arrange: 'stand', inset: 0.08 },
    },
    leaderboard: {
      texts: { area: [0, 0, 0.74, 1], flow: 'row', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      alone: { area: [0, 0, 1, 1], flow: 'row', panel: 'paper', panelForm: 'ticket', inset: 0.05 },
      images: { area: [0.74, 0, 0.26, 1], arrange: 'stand', inset: 0.05 },
    },
  },
};
