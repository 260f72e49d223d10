import { expect, it } from 'vitest';
import { changesOf, fieldsOf, isReady, wantedOf } from './wanted.js';

const ASKED = {
  headline: 'Hello',
  offer: '10% off',
  products: [{ productId: '1' }, { imageUrl: 'https://shop.example/a.png', title: 'A' }],
  dimensions: { width: 1200, height: 1200 },
  family: 'duo',
};

it('changes only what differs, and removes an empty field', () => {
  const before = wantedOf('banner', ASKED);
  expect(before).toMatchObject({ size: 'square', products: ['1'], callToAction: '' });
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, offer: ' ', family: '', size: 'wide', products: ['2', '1'] })).toEqual({
    offer: null,
    family: null,
    dimensions: { width: 1200, height: 600 },
    products: [{ productId: '2' }, { productId: '1' }],
  });
});

it('keeps a size that the studio does not offer', () => {
  const odd = wantedOf('hero', { prompt: 'A lake', style: 'flat', dimensions: { width: 640, height: 480 } });
  expect(odd.size).toBeUndefined();
  expect(changesOf(odd, { ...odd, style: 'bold' })).toEqual({ style: 'bold' });
});

it('asks for what the kind of image has, and needs', () => {
  const grid = wantedOf('grid', { products: [{ productId: '1' }], headline: 'no part of a grid' });
  expect(fieldsOf(grid)).toEqual({ brief: null, family: null, products: [{ productId: '1' }] });
  expect([grid, { ...grid, products: [] }, { ...grid, kind: 'hero' as const }].map(isReady)).toEqual([
    true,
    false,
    false,
  ]);
});
