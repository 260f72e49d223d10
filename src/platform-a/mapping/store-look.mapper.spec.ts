import type { ShopBrand } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { mapStoreLook } from './store-look.mapper.js';

const STORE = 'https://a.myshopify.com';
const LOGO = 'https://cdn.shopify.com/s/files/1/0001/logo.png';

const brand = (more: Partial<ShopBrand> = {}): ShopBrand => ({
  logo: null,
  squareLogo: null,
  colors: { primary: [], secondary: [] },
  ...more,
});
const logo = (url: string) => ({ image: { url } });
const colours = (primary: [string | null, string | null][], secondary: [string | null, string | null][] = []) => {
  const groups = (given: [string | null, string | null][]) =>
    given.map(([background, foreground]) => ({ background, foreground }));
  return brand({ colors: { primary: groups(primary), secondary: groups(secondary) } });
};

describe('the look of a store of platform A', () => {
  it.each([null, brand(), brand({ colors: null })])('of a store that nobody edited is empty: %j', (given) => {
    expect(mapStoreLook(given, STORE)).toMatchObject({
      logoUrls: [],
      colours: {},
      missing: ['The store has no brand assets.'],
    });
  });

  it('has the colours of the groups, in lower case', () => {
    const look = mapStoreLook(
      colours(
        [['#6A8D48', '#FFFFFF']],
        [
          ['#D9B44A', null],
          ['#0AF', null],
        ],
      ),
      STORE,
    );
    expect(look.colours).toEqual({ primary: '#6a8d48', secondary: '#d9b44a', accent: '#00aaff' });
    expect(look.missing).toEqual([]);
  });

  it('leads with the foreground where the background is white', () => {
    expect(mapStoreLook(colours([['#FFFFFF', '#C8102E']]), STORE).colours).toEqual({ primary: '#c8102e' });
  });

  it.each(['red', 'javascript:alert(1)', '#12', '#1234567', null])('ignores %s, which is no colour', (given) => {
    expect(mapStoreLook(colours([[given, null]]), STORE).colours).toEqual({});
  });

  it('takes logos from the file host of the platform only', () => {
    expect(mapStoreLook(brand({ logo: logo(LOGO) }), STORE).logoUrls).toEqual([LOGO]);
    for (const url of ['https://evil.example/logo.png', LOGO.replace('https', 'http'), 'file:///etc/passwd', '//x']) {
      const { logoUrls, missing } = mapStoreLook(brand({ logo: logo(url), squareLogo: logo(LOGO) }), STORE);
      expect(logoUrls).toEqual([LOGO]);
      expect(missing).toEqual([expect.stringContaining('cdn.shopify.com')]);
    }
  });

  it('takes logos of a simulated store from its own host', () => {
    const base = 'http://127.0.0.1:4101/a.myshopify.com';
    const own = 'http://127.0.0.1:4101/a.myshopify.com/cdn/shop/files/logo.png';
    expect(mapStoreLook(brand({ logo: logo(own) }), base).logoUrls).toEqual([own]);
    expect(mapStoreLook(brand({ logo: logo('http://127.0.0.1:4102/logo.png') }), base).logoUrls).toEqual([]);
  });
});
