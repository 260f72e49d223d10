import type { WireProduct } from '#libs/platform-b-client';
import { describe, expect, it } from 'vitest';
import { mapProduct } from './record.mapper.js';

const PRODUCT: WireProduct = {
  id: 111,
  name: 'Mug',
  price: 25,
  sale_price: 0,
  availability: 'available',
  inventory_tracking: 'product',
  inventory_level: 3,
  is_visible: true,
  custom_url: { url: '/mug/' },
  date_created: '2026-01-01T00:00:00+00:00',
  date_modified: '2026-02-01T00:00:00+00:00',
};

const product = (changes: Partial<WireProduct>) => {
  const record = mapProduct({ ...PRODUCT, ...changes });
  if (record.kind !== 'product') throw new Error('not a product');
  return record.product;
};

describe('mapProduct', () => {
  it.each([
    [{ sale_price: 0 }, 25_0000n, null],
    [{ sale_price: '20.00' }, 20_0000n, 25_0000n],
    [{ sale_price: 30 }, 25_0000n, null],
    [{ price: null }, null, null],
  ])('takes the price that is paid: %j', (changes, price, compareAtPrice) => {
    expect(product(changes)).toMatchObject({ price, compareAtPrice });
  });

  it.each([
    [{}, true],
    [{ inventory_level: 0 }, false],
    [{ inventory_level: 0, inventory_tracking: 'none' }, true],
    [{ availability: 'disabled', inventory_tracking: 'none' }, false],
    [{ availability: 'preorder' }, true],
    [{ availability: null }, null],
    [{ inventory_level: null }, null],
  ])('knows whether it can be bought: %j', (changes, available) => {
    expect(product(changes)).toMatchObject({ available, tracksStock: true });
  });

  it('was not shown while it is hidden', () => {
    expect(product({}).publishedAt).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(product({ is_visible: false })).toMatchObject({ publishedAt: null, pagePath: null, status: 'archived' });
  });
});
