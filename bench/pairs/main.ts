import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { Compositor, DEFAULT_BRAND_KIT } from '#libs/compositor';
import { PRODUCT_IMAGES, productImage, productTitle } from '#libs/simulators';
import { plainBanner } from './plain.js';

/**
 * Draws a sheet of 20 pairs, before and after, each in random order, for a reader who does not know which is which, and
 * a key. Before is a plain template, or `01.png` to `20.png` of the folder `--before`, such as the `after` folder that
 * an earlier version of this program wrote.
 */
const { values } = parseArgs({
  options: { out: { type: 'string', default: 'pairs' }, before: { type: 'string' } },
});

const PAIRS = 20;
const [WIDTH, HEIGHT, GAP] = [600, 300, 24];

const WORDS = [
  ['We saved your favourites', 'Back in stock, and shipping is on us.', 'Shop now'],
  ['Lower than you left it', 'Only this weekend.', 'Get it'],
  ['It has been a while', 'Take 15% off your next order.', 'Come back in'],
  ['New this week', 'Made to keep up with you.', 'See what is new'],
] as const;

const PALETTES = [
  DEFAULT_BRAND_KIT.palette,
  { primary: '#2f5d3a', secondary: '#f2c14e', accent: '#c8442f', background: '#fbf8ef', text: '#1e2a20' },
  { primary: '#2b2d83', secondary: '#ffd23f', accent: '#ee4266', background: '#f5f6ff', text: '#17173d' },
  { primary: '#3a2e39', secondary: '#d8c3a5', accent: '#a4506c', background: '#f7f3ee', text: '#241c23' },
];

const at = <T>(list: readonly [T, ...T[]] | readonly T[], place: number): T => {
  const found = list[place % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

async function pairOf(compositor: Compositor, number: number): Promise<{ before: Buffer; after: Buffer }> {
  const [headline, subheadline, callToAction] = at(WORDS, number);
  const palette = at(PALETTES, Math.floor(number / WORDS.length) + number);
  const products = await Promise.all(
    Array.from({ length: 1 + (number % 3) }, async (_, index) => {
      const name = at(PRODUCT_IMAGES, number * 2 + index);
      return { image: await productImage(name), title: productTitle(name), price: `€ ${19 + number}.00` };
    }),
  );
  const words = { headline, subheadline, callToAction };
  const brand = { ...DEFAULT_BRAND_KIT, palette };
  const made = await compositor.composeBanner(
    { ...words, brand, width: WIDTH * 2, height: HEIGHT * 2, format: 'png' },
    { products },
  );
  const before =
    values.before === undefined
      ? await plainBanner({ ...words, colour: palette.background, products })
      : await readFile(join(values.before, fileOf(number)));
  return { before, after: made.bytes };
}

const fileOf = (number: number): string => `${String(number + 1).padStart(2, '0')}.png`;

const small = (image: Buffer): Promise<Buffer> =>
  sharp(image).resize(WIDTH, HEIGHT, { fit: 'contain' }).png().toBuffer();

const label = (number: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="16" font-size="16">${number + 1}</text></svg>`,
  );

const compositor = new Compositor({ threads: 1 });
const folder = join(values.out, 'after');
await mkdir(folder, { recursive: true });
const key: Record<string, 'left' | 'right'> = {};
const layers: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
for (let number = 0; number < PAIRS; number += 1) {
  const { before, after } = await pairOf(compositor, number);
  await writeFile(join(folder, fileOf(number)), after);
  const isLeft = Math.random() < 0.5;
  key[number + 1] = isLeft ? 'left' : 'right';
  const top = number * (HEIGHT + GAP * 2) + GAP;
  layers.push({ input: label(number), left: GAP, top: top - 18 });
  layers.push({ input: await small(isLeft ? after : before), left: GAP, top });
  layers.push({ input: await small(isLeft ? before : after), left: GAP * 2 + WIDTH, top });
}
await compositor.close();
const size = { width: WIDTH * 2 + GAP * 3, height: PAIRS * (HEIGHT + GAP * 2), channels: 3 as const };
const sheet = await sharp({ create: { ...size, background: '#dddddd' } })
  .composite(layers)
  .png()
  .toBuffer();
await writeFile(join(values.out, 'sheet.png'), sheet);
await writeFile(join(values.out, 'key.json'), `${JSON.stringify({ after: key }, null, 2)}\n`);
console.log(`${values.out}/sheet.png has ${PAIRS} pairs; ${values.out}/key.json says where the new ones are.`);
