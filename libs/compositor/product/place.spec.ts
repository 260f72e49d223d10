import { describe, expect, it } from 'vitest';
import type { Box } from '../types.js';
import { placeProduct } from './place.js';
import type { ProductImage } from './types.js';

const product = (form: ProductImage['form'], ground: string | null, subject: Box): ProductImage => ({
  form,
  source: form === 'cutout' ? 'flood' : 'none',
  confidence: form === 'cutout' ? 1 : 0,
  pixels: { width: 400, height: 200, data: Buffer.alloc(400 * 200 * 4, 255) },
  subject,
  faces: [],
  ground,
});

const TILE = { x: 10, y: 20, width: 100, height: 100 };
const WHOLE = { x: 0, y: 0, width: 400, height: 200 };

describe('placeProduct', () => {
  it('shows a cut-out whole, at the lower edge of its box', () => {
    expect(placeProduct(product('cutout', null, WHOLE), TILE)).toEqual({
      window: WHOLE,
      place: { x: 10, y: 70, width: 100, height: 50 },
    });
  });

  it('fills the box with a scene around its subject', () => {
    const { window, place } = placeProduct(product('scene', null, { x: 290, y: 20, width: 100, height: 150 }), TILE);
    expect(place).toEqual(TILE);
    expect(window).toEqual({ x: 200, y: 0, width: 200, height: 200 });
  });

  it('shows a studio photograph whole if a crop would cut its subject', () => {
    expect(placeProduct(product('scene', '#eeeeee', WHOLE), TILE)).toEqual({
      window: WHOLE,
      place: { x: 10, y: 45, width: 100, height: 50 },
    });
    expect(placeProduct(product('scene', null, WHOLE), TILE).place).toEqual(TILE);
  });
});
