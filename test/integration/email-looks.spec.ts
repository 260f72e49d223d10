import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../src/email/templates/compile.js';
import { ParsedEmail } from '../../src/email/templates/parsed-email.js';
import { SAMPLE_LINKS, WORST_CASES } from '../../src/email/templates/samples.js';

/** The path of Debian's package. The spec is skipped where this file does not exist. */
const CHROMIUM = '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
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

async function look(name: string, html: string, width: number, dark: boolean): Promise<string> {
  const page = join(folder, `${name}.html`);
  const screenshot = join(folder, `${name}-${width}-${dark ? 'dark' : 'light'}.png`);
  await mkdir(folder, { recursive: true });
  // A headless window is at least 500 pixels wide, so a frame in it has the requested width.
  await writeFile(page, html);
  const frame = join(folder, `${name}-${width}.html`);
  await writeFile(
    frame,
    `<body style="margin:0"><iframe src="${name}.html" style="border:0;width:${width}px;height:1500px"></iframe></body>`,
  );
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--allow-file-access-from-files',
    '--disable-extensions',
    '--no-first-run',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${width},1500`,
    `--screenshot=${screenshot}`,
    ...(dark ? ['--blink-settings=preferredColorScheme=0'] : ['--blink-settings=preferredColorScheme=1']),
  ];
  await promisify(execFile)(CHROMIUM, [...flags, `file://${frame}`], { timeout: 60_000 });
  return screenshot;
}

describe.skipIf(!hasChromium)('an email in Chromium (skipped without /usr/bin/chromium)', () => {
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
        for (const dark of [false, true]) screenshots.push(await readFile(await look(who, html, width, dark)));
      }
      expect(new Set(screenshots.map((bytes) => bytes.toString('base64'))).size).toBe(4);
      expect(screenshots.every(({ length }) => length > 5_000)).toBe(true);
    },
  );
});
