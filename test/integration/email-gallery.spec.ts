import sharp from 'sharp';
import { unitsOf } from '#libs/compositor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRANDS } from '../../bench/gallery/emails/brands.js';
import { brandFiles } from '../../bench/gallery/emails/files.js';
import { LETTERS } from '../../bench/gallery/emails/letters.js';
import { EmailWindow } from '../../bench/gallery/emails/email-window.js';
import { CODE, labelOf, makeLetter } from '../../bench/gallery/emails/make-letter.js';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { MAX_HTML_BYTES } from '../../src/email/templates/parsed-email.js';
import { LANGUAGES, TEMPLATE_IDS } from '../../src/sequences/library/catalogue.js';

/** What the page itself says about how it looks. */
interface Seen {
  readonly overflow: number;
  readonly storeLinks: number;
  /** The lower edge of the first button. */
  readonly button: number;
  readonly text: string;
  /** Texts whose contrast with their ground is below 4.5. */
  readonly faint: readonly string[];
  readonly lang: string;
  readonly dir: string;
  readonly title: string;
  /** How far the tiles of one row differ in height, and the titles below them in their upper edge, in pixels. */
  readonly uneven: number;
  /** Whether each photograph is shown whole. */
  readonly isWhole: boolean;
}

/** A mail program without these properties. */
const OLD = `<style>.rk-thumb{aspect-ratio:auto !important;object-fit:fill !important}</style>`;

const STORES = JSON.stringify(Object.values(BRANDS).map(({ profile }) => profile.storeUrl));

/** Runs in the page. Images lie in front of their ground, so text on them would not be measured; there is none. */
const LOOK = `(() => {
  const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const parse = (c) => (c.match(/[\\d.]+/g) ?? []).map(Number);
  const ground = (el) => { for (let at = el; at; at = at.parentElement) { const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor); if (a > 0.5) return [r, g, b]; } return [255, 255, 255]; };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const el = walk.currentNode.parentElement;
    const text = walk.currentNode.data.trim();
    if (!text || /^[\\u200c\\u00a0\\u034f]*$/.test(text) || !el.checkVisibility() || el.getClientRects().length === 0) continue;
    const [a, b] = [light(parse(getComputedStyle(el).color)), light(ground(el))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.push(text + ' ' + contrast.toFixed(2));
  }
  const right = [...document.body.querySelectorAll('*')].map((el) => el.getBoundingClientRect().right);
  const rows = [...document.querySelectorAll('tr:has(> .rk-tile), tr:has(> .rk-tile-text)')].map((row) => [...row.querySelectorAll(':scope > .rk-tile, :scope > .rk-tile-text')].map((cell) => cell.getBoundingClientRect()));
  return {
    overflow: Math.max(document.documentElement.scrollWidth, ...right) - innerWidth,
    storeLinks: new Set([...document.links].map(({ href }) => href).filter((href) => ${STORES}.some((store) => href.startsWith(store)))).size,
    button: document.querySelector('.rk-button a').getBoundingClientRect().bottom,
    text: document.body.innerText,
    faint,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    title: document.title,
    uneven: Math.max(0, ...rows.filter((row) => row.length === 2).map(([a, b]) => Math.max(Math.abs(a.height - b.height), Math.abs(a.top - b.top)))),
    isWhole: [...document.querySelectorAll('.rk-thumb')].every((one) => {
      const { width, height } = one.getBoundingClientRect();
      const isOwnShape = Math.abs(width / height - one.naturalWidth / one.naturalHeight) < 0.02;
      return !one.naturalWidth || isOwnShape || getComputedStyle(one).objectFit === 'contain';
    }),
  };
})()`;

/** Runs in the page: in each tile with a wide photograph, a point above the photograph and one at its upper edge. */
const BESIDE = `[...document.querySelectorAll('.rk-thumb')].flatMap((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const strip = (height - (width * one.naturalHeight) / one.naturalWidth) / 2;
  return strip > 4 ? [{ x: left + 12, above: top + strip / 2, edge: top + strip + 2 }] : [];
})`;

/** Runs in the page: the lines of every block of text, as a reader sees them. */
const LINES = `(() => {
  const blocks = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const block = node.parentElement.closest('p, h1, h2, h3, li, div, td');
    if (!node.parentElement.checkVisibility() || !block) continue;
    const lines = blocks.get(block) ?? [];
    for (let at = 0; at < node.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { bottom, height } = range.getBoundingClientRect();
      if (height < 4) continue;
      const last = lines.at(-1);
      if (last && Math.abs(last.bottom - bottom) < height / 2) last.text += node.data[at];
      else lines.push({ bottom, text: node.data[at] });
    }
    blocks.set(block, lines);
  }
  return [...blocks.values()].map((lines) => lines.map(({ text }) => text.trim()).filter(Boolean)).filter((lines) => lines.length > 0);
})()`;

/** Between which characters of a text a line may end. */
const endsOf = (text: string): Set<number> => {
  let length = 0;
  return new Set(unitsOf(text).map((unit) => (length += unit.text.length)));
};

const letterOf = (name: string): (typeof LETTERS)[number] => {
  const letter = LETTERS.find((one) => one.name === name);
  if (!letter) throw new Error('the letter is gone');
  return letter;
};

describe('the emails of the gallery', () => {
  it('are twelve, in six languages', () => {
    expect(LETTERS).toHaveLength(12);
    expect(new Set(LETTERS.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  });

  it('show every template of the library', () => {
    expect(new Set(LETTERS.map(({ template }) => template))).toEqual(new Set(TEMPLATE_IDS));
  });
});

describe.skipIf(!hasChromium)(`an email of the gallery in Chromium (${WITHOUT_CHROMIUM})`, () => {
  let emailWindow: EmailWindow;
  beforeAll(async () => {
    emailWindow = await EmailWindow.open(await brandFiles());
  });
  afterAll(() => emailWindow.close());

  it.each(LETTERS.map((letter) => [letter.name, letter] as const))('can be sent: %s', async (_name, letter) => {
    const { html, subject, bytes } = await makeLetter(letter);
    expect(bytes).toBeLessThanOrEqual(MAX_HTML_BYTES);
    const label = html.includes(`>${CODE}<`) ? labelOf(letter) : undefined;
    const offered = label === undefined ? [] : [CODE, label];
    for (const width of [600, 375]) {
      for (const dark of [false, true]) {
        for (const images of [true, false]) {
          await emailWindow.show(html, { width, dark, images });
          const seen = await emailWindow.evaluate<Seen>(LOOK);
          const where = `${width} px, dark ${dark}, images ${images}`;
          expect(seen.overflow, where).toBeLessThanOrEqual(0);
          expect(seen.storeLinks, where).toBeGreaterThanOrEqual(3);
          expect(seen.button, where).toBeLessThanOrEqual(700);
          expect(seen.faint, where).toEqual([]);
          for (const words of offered) expect(seen.text, where).toContain(words);
          expect(seen).toMatchObject({ lang: letter.language, dir: letter.language === 'ar' ? 'rtl' : 'ltr' });
          expect(seen.title).toBe(subject);
          expect(seen.uneven, where).toBeLessThan(1);
          expect(seen.isWhole, where).toBe(true);
        }
      }
    }
  });

  it.each(['win-back-offer-ja', 'thank-you-thanks-ja'])('breaks Japanese between phrases only: %s', async (name) => {
    const { html } = await makeLetter(letterOf(name));
    for (const width of [600, 375, 320]) {
      await emailWindow.show(html, { width, dark: false, images: true });
      const blocks = await emailWindow.evaluate<string[][]>(LINES);
      expect(blocks.filter((lines) => lines.length > 1).length).toBeGreaterThan(1);
      for (const lines of blocks) {
        const bare = lines.map((line) => line.replaceAll(/[\s\u200b]/g, ''));
        const ends = endsOf(bare.join(''));
        let length = 0;
        // After Latin letters the layout itself ends the line.
        const broken = bare.filter((line) => !ends.has((length += line.length)) && /[^\p{Script=Latin}]$/u.test(line));
        expect(broken, `${width} px: ${bare.join(' / ')}`).toEqual([]);
      }
    }
  });

  it.each(LETTERS.map((letter) => [letter.name, letter] as const))(
    'leaves no dot at the end of a line: %s',
    async (_name, letter) => {
      const { html } = await makeLetter(letter);
      await emailWindow.show(html, { width: 375, dark: false, images: true });
      const blocks = await emailWindow.evaluate<string[][]>(LINES);
      expect(blocks.flat().filter((line) => /^[·•|]|[·•|]$/.test(line))).toEqual([]);
    },
  );

  it('does not set a unit alone below its number', async () => {
    const { html } = await makeLetter(letterOf('win-back-no-offer-bestsellers-es'));
    await emailWindow.show(html, { width: 375, dark: false, images: true });
    const blocks = await emailWindow.evaluate<string[][]>(LINES);
    expect(blocks.flat().filter((line) => /(?<!\S)90(?!\S)/.test(line))).toEqual([expect.stringMatching(/90\s\S+$/)]);
  });

  it('has a logo without a plate in dark mode', async () => {
    for (const name of ['win-back-offer-de', 'win-back-offer-en']) {
      const { html } = await makeLetter(letterOf(name));
      await emailWindow.show(html, { width: 375, dark: true, images: true });
      const shown = await emailWindow.evaluate<string[]>(
        `[...document.querySelectorAll('.rk-plate, .rk-day, .rk-night')].filter((one) => one.checkVisibility()).map((one) => one.className)`,
      );
      expect(shown).toEqual(['rk-night']);
    }
  });

  it.each([false, true])('continues a wide photograph over its tile, in dark mode: %s', async (dark) => {
    await emailWindow.show((await makeLetter(letterOf('new-in-new-es'))).html, { width: 600, dark, images: true });
    const points = await emailWindow.evaluate<{ x: number; above: number; edge: number }[]>(BESIDE);
    expect(points.length).toBeGreaterThan(0);
    const { data, info } = await sharp(await emailWindow.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    const colourAt = (x: number, y: number): number[] => {
      const at = (Math.round(y) * info.width + Math.round(x)) * info.channels;
      return [...data.subarray(at, at + info.channels)];
    };
    for (const { x, above, edge } of points) {
      const other = colourAt(x, edge);
      const apart = colourAt(x, above).map((value, channel) => Math.abs(value - (other[channel] ?? 0)));
      expect(Math.max(...apart)).toBeLessThanOrEqual(4);
    }
  });

  it.each(LETTERS.map((letter) => [letter.name, letter] as const))(
    'has even rows of whole products where photographs keep their shape: %s',
    async (_name, letter) => {
      const { html } = await makeLetter(letter);
      await emailWindow.show(html.replace('</head>', `${OLD}</head>`), { width: 600, dark: false, images: true });
      const { uneven, isWhole } = await emailWindow.evaluate<Seen>(LOOK);
      expect(uneven).toBeLessThan(1);
      expect(isWhole).toBe(true);
    },
  );
});
