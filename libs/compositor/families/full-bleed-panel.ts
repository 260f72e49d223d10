import type { Family } from './types.js';

export const fullBleedPanel: Family = {
  name: 'full-bleed-panel',
  says: 'A photograph over everything, and the words on a panel beside its subject.',
  takes: { products: [0, 0], photo: 'must' },
  headline: 'normal',
  grounds: ['background', 'primary', 'accent'],
  shapes: {
    wide: { texts: { area: [0, 0, 0.48, 1], panel: 'ground', inset: 0.07 }, photo: { area: [0, 0, 1, 1] } },
    square: { texts: { area: [0, 0.46, 1, 0.54], panel: 'ground', inset: 0.05 }, photo: { area: [0, 0, 1, 1] } },
    portrait: { texts: { area: [0, 0.55, 1, 0.45], panel: 'ground', inset: 0.06 }, photo: { area: [0, 0, 1, 1] } },
    leaderboard: {
      texts: { area: [0, 0, 0.72, 1], flow: 'row', panel: 'ground', inset: 0.07 },
      photo: { area: [0, 0, 1, 1] },
    },
  },
};
