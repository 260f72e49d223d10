import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { composePersonal, preparePersonal } from '../drawing.js';
import { longestShown } from '../shown.js';
import type { BannerTemplate, PersonalBanner } from './personal.js';

const square = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffffff' } })
    .composite([{ input: { create: { width: 180, height: 180, channels: 3, background } } }])
    .png()
    .toBuffer();
const photographs = { red: await square('#c03020'), blue: await square('#2030c0') };
const side = longestShown({ width: 600, height: 300 });
const files = {
  red: await preparePersonal({ image: photographs.red }, side),
  blue: await preparePersonal({ image: photographs.blue }, side),
};

const template: BannerTemplate = {
  key: 'spring',
  spec: { width: 600, height: 300, format: 'png', headline: 'Hello there, we kept this', brand: DEFAULT_BRAND_KIT },
  layers: { products: [{ image: photographs.red, title: 'Red', price: '€ 9.00' }] },
};
const banner = (headline: string, file = 'blue'): PersonalBanner => ({
  texts: { headline },
  products: [{ file, title: 'Blue', price: '€ 12.00' }],
});

describe('composePersonal', () => {
  it('makes the same file for the same content, and another one for other words or another product', async () => {
    const wanted = [banner('Ada, we kept this'), banner('Bob, we kept this'), banner('Ada, we kept this', 'red')];
    const made = await composePersonal(template, wanted, files);
    const again = await composePersonal(template, wanted.slice(0, 1), files);
    const bytes = made.map((one) => ('bytes' in one ? one.bytes.toString('base64') : one.problem));
    expect(new Set(bytes).size).toBe(3);
    expect(again[0]).toEqual(made[0]);
    expect(made[0]).toMatchObject({ width: 600, height: 300, altText: 'Ada, we kept this. Blue, € 12.00.' });
  });

  it('refuses to prepare what is no image', async () => {
    await expect(preparePersonal({ image: Buffer.from('no image') }, side)).rejects.toMatchObject({
      name: 'CompositionError',
    });
  });

  it('says what does not fit the layout of the template, and makes the others', async () => {
    const long = Array.from({ length: 40 }, () => 'Bartholomew').join(' ');
    const made = await composePersonal(
      template,
      [banner(long), banner('\u{13000}'), banner('Ada', 'gone'), banner('Ada')],
      files,
    );
    expect(made.map((one) => ('problem' in one ? one.problem : 'made'))).toEqual([
      'text_does_not_fit',
      'text_does_not_fit',
      'image_unusable',
      'made',
    ]);
  });
});
