import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { contrastOfColours } from '../colour/contrast.js';
import { matchFont } from '../fonts/match.js';
import { proposePalette } from './palette.js';

const { palette: present } = DEFAULT_BRAND_KIT;
const logo = (...colours: readonly (readonly [string, number])[]) =>
  colours.map(([colour, weight]) => ({ colour, weight }));

describe('a proposed palette', () => {
  it('leads with the heaviest colourful colour, also below more black and white', () => {
    const { palette, sources } = proposePalette({
      given: {},
      logo: logo(['#ffffff', 0.5], ['#111111', 0.3], ['#c8102e', 0.15], ['#0b1f4b', 0.05]),
      present,
    });
    expect(palette).toMatchObject({ primary: '#c8102e', accent: '#0b1f4b', text: '#111111' });
    expect(sources.primary).toEqual({ from: 'logo', weight: 0.15 });
  });

  it('takes as accent the most different colour with enough weight', () => {
    const colours = logo(['#0077c8', 0.6], ['#00a3e0', 0.25], ['#f2a900', 0.1], ['#e4002b', 0.03]);
    const { palette } = proposePalette({ given: {}, logo: colours, present });
    expect(palette).toMatchObject({ primary: '#0077c8', accent: '#f2a900', secondary: '#00a3e0' });
  });

  it('leads with the dark of a logo without colours', () => {
    const { palette } = proposePalette({ given: {}, logo: logo(['#ffffff', 0.6], ['#111111', 0.4]), present });
    expect(palette).toMatchObject({ primary: '#111111', accent: '#111111' });
  });

  it("prefers what the store says to its logo's colours", () => {
    const given = { primary: '#0a5c36', secondary: '#d9b44a' };
    const { palette, sources } = proposePalette({ given, logo: logo(['#c8102e', 1]), present });
    expect(palette).toMatchObject({ ...given, accent: '#c8102e' });
    expect([sources.primary.from, sources.secondary.from, sources.accent.from]).toEqual(['store', 'store', 'logo']);
  });

  it.each([
    ['#ffffff', '#bbbbbb'],
    ['#faf6f0', '#e8b07a'],
    ['#202020', '#444444'],
    ['#767676', '#777777'],
  ])('repairs text on %s until its contrast is 4.5', (background, text) => {
    const given = { primary: '#c8102e', background, text };
    const { palette, sources } = proposePalette({ given, logo: [], present });
    expect(contrastOfColours(palette.text, background)).toBeGreaterThanOrEqual(4.5);
    expect(sources.text).toMatchObject({ from: 'store', repairedFrom: text });
    expect(palette.background).toBe(background);
  });

  it.each([{}, { background: '#ffffff', text: '#333333' }])('is the present one without a main colour: %j', (given) => {
    const { palette, sources } = proposePalette({ given, logo: logo(['#fefefe', 1]), present });
    expect(palette).toEqual(present);
    expect(new Set(Object.values(sources).map(({ from }) => from))).toEqual(new Set(['kept']));
  });
});

describe('a font', () => {
  it.each([
    ['Google_Playfair+Display_400', 'Playfair Display', 'name'],
    ['Google_Montserrat_700,900', 'Montserrat', 'name'],
    ["'Lora', Georgia, serif", 'Lora', 'name'],
    ['Georgia', 'Noto Serif', 'kind'],
    ['Google_Poppins_400', 'Montserrat', 'kind'],
    ['Cormorant Garamond', 'Playfair Display', 'kind'],
    ['"Libre Baskerville"', 'Lora', 'kind'],
    ['Dancing Script', 'Caveat', 'kind'],
    ['Source Sans Pro', 'Inter', 'kind'],
    ['House Of Nobody, serif', 'Lora', 'kind'],
    ['House Of Nobody', 'Inter', 'kind'],
  ])('%s becomes %s by its %s', (family, font, by) => {
    expect(matchFont(family)).toEqual({ font, by });
  });

  it('without a name has no match', () => {
    expect(['', ' , ', '""'].map((family) => matchFont(family))).toEqual([undefined, undefined, undefined]);
  });
});
