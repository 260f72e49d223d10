import { type BrandKit, DEFAULT_BRAND_KIT } from '#libs/compositor';

/** Brands that are hard in different ways: bright first colours, a dark ground, no colour at all. */
export const BRANDS: Readonly<Record<string, BrandKit>> = {
  tide: DEFAULT_BRAND_KIT,
  yellow: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#ffd23f', secondary: '#1b1b3a', accent: '#ff9f1c', background: '#ffffff', text: '#1b1b3a' },
    fonts: { heading: 'Montserrat', body: 'Montserrat' },
    cornerRadius: 20,
    tone: 'bold',
  },
  night: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#8ecae6', secondary: '#ffb703', accent: '#fb8500', background: '#0b132b', text: '#f1f5f9' },
    fonts: { heading: 'Rubik', body: 'Inter' },
    cornerRadius: 0,
    tone: 'playful',
  },
  grey: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#111111', secondary: '#888888', accent: '#444444', background: '#f4f4f4', text: '#111111' },
    fonts: { heading: 'Playfair Display', body: 'Lora' },
    cornerRadius: 2,
    tone: 'elegant',
  },
  rose: {
    ...DEFAULT_BRAND_KIT,
    palette: { primary: '#e5989b', secondary: '#ffcdb2', accent: '#b5838d', background: '#fff5f2', text: '#6d6875' },
    fonts: { heading: 'Lora', body: 'Lora' },
    cornerRadius: 40,
    tone: 'calm',
  },
};
