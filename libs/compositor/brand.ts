import type { BrandKit } from './types.js';

/** The kit of a brand that has not chosen anything yet. */
export const DEFAULT_BRAND_KIT: BrandKit = {
  palette: { primary: '#1f4e5f', secondary: '#e8b07a', accent: '#d9553f', background: '#faf6f0', text: '#1d2327' },
  fonts: { heading: 'Inter', body: 'Inter' },
  logo: null,
  cornerRadius: 8,
  tone: 'calm',
};
