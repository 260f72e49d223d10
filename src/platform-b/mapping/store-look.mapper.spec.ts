import { describe, expect, it } from 'vitest';
import { mapStoreLook } from './store-look.mapper.js';

const map = (theme: Record<string, unknown>, logoUrls: readonly unknown[] = []) =>
  mapStoreLook({ logoUrls, theme, storefrontUrl: 'https://shop.example' }, [], false);

describe('the look of a store of platform B', () => {
  it('has the colourful values of its theme, and its ground and text also in grey', () => {
    const theme = {
      'color-primary': '#757575',
      'button--primary-backgroundColor': '#0077C8',
      'color-secondary': '#ffffff',
      'body-bg': '#FFFFFF',
      'color-textBase': '#333',
    };
    expect(map(theme).colours).toEqual({ primary: '#0077c8', background: '#ffffff', text: '#333333' });
  });

  it('has the fonts as the theme writes them', () => {
    expect(map({ 'headings-font': 'Google_Lora_400', 'body-font': '' }).fonts).toEqual({ heading: 'Google_Lora_400' });
  });

  it('ignores values that are no colours and no texts', () => {
    const theme = { 'color-primary': 7, 'color-accent': { r: 1 }, 'body-bg': 'white', 'headings-font': ['Lora'] };
    expect(map(theme)).toMatchObject({ colours: {}, fonts: {} });
  });

  it('has the logos that can be fetched, each once, also by a relative address', () => {
    const urls = ['/product_images/logo.png', 'https://shop.example/product_images/logo.png', 'http://x.example/a', 7];
    expect(map({}, urls).logoUrls).toEqual(['https://shop.example/product_images/logo.png']);
  });
});
