import { contrastOfColours } from '#libs/compositor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSource } from '../compile.js';
import type { PlacedImages } from '../compiled-email.js';
import type { EmailLook } from '../email-assets.service.js';
import { ParsedEmail } from '../parsed-email.js';
import { WORST_CASES } from '../samples.js';
import { type EmailScope, scopeProduct } from '../scope.js';
import { readParts } from './parse.js';
import { themeOf } from './theme.js';

const SCOPE: EmailScope = {
  ...WORST_CASES.longest_name,
  shop: { url: 'https://shop.example' },
  brand: { name: 'Café', postalAddress: '1 Road' },
  unsubscribeUrl: 'https://r.example/u/1',
  preferencesUrl: 'https://r.example/u/1',
  viewInBrowserUrl: 'https://r.example/e/1',
};
const HERO = { url: 'https://x.example/h.png', width: 1200, height: 600, altText: 'Autumn', link: '{{ shop.url }}' };

const filled = async (
  body: string,
  { scope = {}, look = {}, images = {} }: { scope?: Partial<EmailScope>; look?: EmailLook; images?: PlacedImages } = {},
) => {
  const result = await compileSource({ subject: 'Hello', body }, images, look);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return ParsedEmail.of(result.compiled).fillFor({ ...SCOPE, ...scope });
};
const bare = { offer: undefined, ...WORST_CASES.no_name };

describe('a mistake in a block', () => {
  it.each([
    ['an unknown name', 'a\n\n:::offr\n:::', /^unknown block offr; there are hero, .*line:3$/],
    ['no end', 'a\n:::offer\nb', /:::offer has no end.*line:2$/],
    ['an end without a block', 'a\n:::', /ends no block, line:2$/],
    ['a block in a block', ':::hero\n:::offer\n:::\n:::', /:::offer within :::hero.*line:2$/],
    ['an unknown source', ':::products source=all\n:::', /no source all; there are last-order.*line:1$/],
    ['a count that is too large', ':::products count=99\n:::', /must be 1 to 12, line:1$/],
    ['an option that does not exist', ':::products sort=asc\n:::', /takes source and count, not sort, line:1$/],
    ['a word that has no meaning', ':::hero big\n:::', /takes nothing after its name, line:1$/],
    ['a target that is no address', ':::button to the shop\n:::', /target is no address, line:1$/],
  ])('is said with its line: %s', (_what, body, detail) => {
    expect(readParts(body)).toEqual({ problem: expect.stringMatching(detail) as string });
  });

  it('is none in a fence of code', () => {
    expect(readParts('```\n:::offr\n```')).toMatchObject({ parts: [{ kind: 'text' }] });
  });
});

describe('an offer', () => {
  it('is a code that links to the address which applies it', async () => {
    const { html, text } = await filled(':::offer\n{{ offer.label }} until {{ offer.endsOn }}\n:::');
    expect(html).toMatch(
      /class="rk-code".*href="https:\/\/shop\.example\/discount\/WELCOMEBACK-7K4M9QXT2\?redirect=\/"/s,
    );
    expect(html.split('123,456.00 USD off')).toHaveLength(2);
    expect(text).toContain('WELCOMEBACK-7K4M9QXT2');
  });

  it('says what it gives and when it ends where its text does not', async () => {
    const { text } = await filled(':::offer\n:::', { look: { language: 'de' } });
    expect(text).toMatch(/123,456\.00 USD off.*WELCOMEBACK.*Gültig bis Wednesday, 30 December/s);
  });

  it('shows nothing to a recipient without one, and the button leads to the store', async () => {
    const { html } = await filled(':::offer\nSave\n:::\n\n:::button {{ offer.url }}\nGo\n:::', { scope: bare });
    expect(html).not.toContain('Save');
    expect(html).toMatch(/<a[^>]*href="https:\/\/shop\.example"[^>]*>\s*Go/);
  });
});

describe('products', () => {
  it('are linked with title, price and the price before, in the language of the email', async () => {
    const { html } = await filled(':::products source=price-drop count=2\n## Less\n:::', { look: { language: 'de' } });
    expect(html.match(/class="rk-thumb"/g)).toHaveLength(2);
    expect(html).toContain('12.345,00\u00a0$');
    expect(html).toMatch(/<s[^>]*>23\.456,00\u00a0\$<\/s>/);
    expect(html).toContain('href="https://shop.example/products/sideboard-2"');
  });

  it('have the edge of their photographs as their ground, whatever their address', async () => {
    const product = { title: 'One', pagePath: '/one', imageUrl: "https://cdn.example/it's\\1.jpg?a=1&b=2" };
    const shown = scopeProduct({ ...product, price: null, compareAtPrice: null }, 'https://shop.example', null);
    const { html } = await filled(':::products source=new\n:::', {
      scope: { lists: { ...SCOPE.lists, new: [shown] } },
    });
    const address = 'https://cdn.example/it%27s%5C1.jpg?a=1&amp;b=2';
    expect(html).toContain(`background:url('${address}') 0 0/3000% 100%`);
    expect(html).toContain(`<img class="rk-thumb" src="${address}"`);
  });

  it('are absent with their heading if the list is empty', async () => {
    const { html } = await filled(':::products source=new\n## Fresh\n:::', { scope: bare });
    expect(html).not.toContain('Fresh');
    expect(html).not.toContain('rk-thumb');
  });

  it('have a title in place of an image that is missing', async () => {
    const lists = { ...SCOPE.lists, new: [{ title: 'Plain', price: '1.00' }] };
    const { html } = await filled(':::products source=new\n:::', { scope: { lists } });
    expect(html).not.toContain('<img class="rk-thumb"');
    expect(html).toContain('1.00');
  });
});

describe('a hero', () => {
  const body = ':::hero\nLook\n# Autumn is here\n:::';

  it('has the image of the step once, linked, over the full width', async () => {
    const { html } = await filled(body, { images: { hero: HERO } });
    expect(html.match(/h\.png/g)).toHaveLength(1);
    expect(html).toMatch(/href="https:\/\/shop\.example"[^>]*><img[^>]*width="600" height="300"/);
    expect(html.indexOf('h.png')).toBeLessThan(html.indexOf('Autumn is here'));
  });

  it('is a band of the brand without an image', async () => {
    expect((await filled(body, { look: { palette: { primary: '#123456' } } })).html).toContain('#123456');
  });
});

describe('blocks', () => {
  it('may stand in a condition of Liquid', async () => {
    const body = '{% if customer.ordersCount > 0 %}\n\n:::button\nBack\n:::\n\n{% else %}\n\nNew here?\n\n{% endif %}';
    const [known, unknown] = [await filled(body), await filled(body, { scope: bare })];
    expect([known.text.includes('Back'), known.text.includes('New here?')]).toEqual([true, false]);
    expect([unknown.text.includes('Back'), unknown.text.includes('New here?')]).toEqual([false, true]);
    for (const { html } of [known, unknown]) {
      for (const tag of ['table', 'td', 'div']) {
        const count = (pattern: string) =>
          (html.replaceAll(/<!--.*?-->/gs, '').match(new RegExp(pattern, 'g')) ?? []).length;
        expect(count(`<${tag}[\\s>]`)).toBe(count(`</${tag}>`));
      }
    }
  });

  it('have their footer at the end, with the links that an email needs', async () => {
    const { text } = await filled(':::footer\n[Stores](https://shop.example/stores)\n:::\n\nHello');
    expect(text).toMatch(/Hello.*Stores.*Café.*1 Road.*Unsubscribe.*Preferences.*View in browser/s);
  });
});

describe('the language', () => {
  it('is that of the page, with its direction and its words', async () => {
    const { html } = await filled('Hi', { look: { language: 'ar' } });
    expect(html).toMatch(/<html lang="ar" dir="rtl"/);
    expect(html).toContain('<title>Hello</title>');
    expect(html).toContain('إلغاء الاشتراك');
  });
});

describe('the colours', () => {
  const tone = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const palettes = fc.record({ primary: tone, secondary: tone, accent: tone, background: tone, text: tone });

  it('can be read in light and in dark, whatever the palette', () => {
    const check = fc.property(palettes, (palette) => {
      const { light, dark, band, onBand } = themeOf({ palette });
      for (const { panel, text, muted, accent, button, onButton, footer, onFooter, code } of [light, dark]) {
        const pairs = [
          [text, panel],
          [muted, panel],
          [accent, panel],
          [onButton, button],
          [onFooter, footer],
          [onBand, band],
          [text, code],
          [muted, code],
        ] as const;
        for (const [front, ground] of pairs) {
          expect(contrastOfColours(front, ground), JSON.stringify({ palette, front, ground })).toBeGreaterThanOrEqual(
            4.5,
          );
        }
      }
    });
    fc.assert(check, { numRuns: 500 });
  });
});

describe('the lines of an email', () => {
  const body =
    ':::hero\nWhat sold best in the last 90 days\n# 「いつもの」を10%オフで\n\n{{ customer.lastName }} 様、ご来店をお待ちしております。\n:::';

  it('end between the phrases of Japanese, in HTML only', async () => {
    const { html, text } = await filled(`${body}\n\n:::products source=new count=1\n:::`, { look: { language: 'ja' } });
    expect(html).toContain('「いつもの」を\u200b10%オフで');
    expect(html).toContain('ご来店を\u200bお待ちしております。');
    expect(html).toContain('word-break:keep-all');
    expect(text).toContain('ご来店をお待ちしております。');
    expect(text).not.toContain('\u200b');
  });

  it('are those of the email client in other languages', async () => {
    const { html } = await filled(body, { look: { language: 'es' } });
    expect(html).not.toMatch(/\u200b|keep-all/);
  });

  it('hold the last two short words of what stands above a headline together', async () => {
    const { html } = await filled(body, { look: { language: 'es' } });
    expect(html).toContain('the last 90\u00a0days');
  });
});
