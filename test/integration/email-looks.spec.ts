import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmailWindow } from '../../bench/gallery/emails/email-window.js';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { compileSource } from '../../src/email/templates/compile.js';
import { ParsedEmail } from '../../src/email/templates/parsed-email.js';
import { SAMPLE_LINKS, WORST_CASES } from '../../src/email/templates/samples.js';

/** The screenshots are kept, so that people can look at them. */
const folder = join(import.meta.dirname, '../../.data/test/emails');

const svg = (width: number, height: number, colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`)}`;
const IMAGES = {
  hero: { url: svg(1200, 600, '#7fa58f'), width: 1200, height: 600, altText: 'Autumn' },
  grid: {
    url: 'https://shop.example/grid.png',
    width: 600,
    height: 200,
    altText: 'Three chairs',
    grid: {
      table: `<table role="presentation" width="100%"><tr>${['#aa8866', '#886644', '#664422'].map((colour) => `<td width="33%"><img src="${svg(200, 200, colour)}" alt="A chair" style="width:100%"></td>`).join('')}</tr></table>`,
      css: '',
    },
  },
};
const BODY = `# We kept your place

Dear {{ customer.name | default: "friend" }},

it has been a while. **Twenty percent** on everything until Sunday.

[Come back](https://shop.example)

{{ grid }}

{% for p in products limit: 3 %}
- {{ p.title }}, {{ p.price }}
{% endfor %}`;
const SCOPE = {
  shop: { url: 'https://walnut.example' },
  brand: { name: 'Walnut & Wool', postalAddress: '1 Mill Road, 12345 Town' },
  ...SAMPLE_LINKS,
};

describe.skipIf(!hasChromium)(`an email in Chromium (${WITHOUT_CHROMIUM})`, () => {
  let emailWindow: EmailWindow;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    emailWindow = await EmailWindow.open(new Map());
  });
  afterAll(() => emailWindow.close());

  it.each(['longest_name', 'no_name', 'right_to_left'] as const)(
    'has screenshots for %s, wide and narrow, light and dark',
    async (who) => {
      const result = await compileSource(
        { subject: 'x', preheader: 'Twenty percent until Sunday', body: BODY },
        IMAGES,
        {},
      );
      if ('errors' in result) throw new Error(JSON.stringify(result.errors));
      const { html } = ParsedEmail.of(result.compiled).fillFor({ ...WORST_CASES[who], ...SCOPE });
      const screenshots: Buffer[] = [];
      for (const width of [600, 375]) {
        for (const dark of [false, true]) {
          await emailWindow.show(html, { width, dark, images: true });
          const screenshot = await emailWindow.screenshot();
          await writeFile(join(folder, `${who}-${width}-${dark ? 'dark' : 'light'}.png`), screenshot);
          screenshots.push(screenshot);
        }
      }
      expect(new Set(screenshots.map((bytes) => bytes.toString('base64'))).size).toBe(4);
      expect(screenshots.every(({ length }) => length > 5_000)).toBe(true);
    },
  );
});
