import { describe, expect, it } from 'vitest';
import type { ProductRecord } from '../model/records.js';
import type { ProductRow } from '../model/rows.js';
import { mergeProduct } from './merge-product.js';

const DAY = 24 * 60 * 60_000;
const at = (day: number): Date => new Date(Date.parse('2026-01-01T00:00:00Z') + day * DAY);

const body = (day: number, changes: Partial<ProductRecord> = {}): ProductRecord => ({
  externalId: '5',
  title: 'Mug',
  handle: 'mug',
  pagePath: '/products/mug',
  status: 'active',
  imageUrl: null,
  price: 100_0000n,
  compareAtPrice: null,
  available: true,
  tracksStock: true,
  publishedAt: at(0),
  updatedAt: at(day),
  ...changes,
});

function after(...bodies: readonly ProductRecord[]): ProductRow {
  let row: ProductRow | undefined;
  for (const each of bodies) row = mergeProduct(row, each);
  if (!row) throw new Error('no body');
  return row;
}

describe('mergeProduct', () => {
  it('keeps the later body, whatever the order of arrival', () => {
    const [older, newer] = [body(1, { title: 'old' }), body(2, { title: 'new' })];
    expect(after(older, newer).title).toBe('new');
    expect(after(newer, older).title).toBe('new');
  });

  it('keeps the first time at which the store showed the product', () => {
    expect(after(body(1, { publishedAt: null }), body(2, { publishedAt: at(2) })).publishedAt).toEqual(at(2));
    expect(after(body(1), body(9, { publishedAt: at(9) })).publishedAt).toEqual(at(0));
  });
});

describe('the availability of a product', () => {
  it('is news when it comes back, until it is gone again', () => {
    const soldOut = body(1, { available: false });
    expect(after(soldOut, body(2)).backInStockAt).toEqual(at(2));
    expect(after(soldOut, body(2), body(3)).backInStockAt).toEqual(at(2));
    expect(after(soldOut, body(2), body(3, { available: false })).backInStockAt).toBeNull();
  });

  it('is no news at the first sight, and not after a body that does not say', () => {
    expect(after(body(1)).backInStockAt).toBeNull();
    expect(after(body(1, { available: false }), body(2, { available: null }), body(3)).backInStockAt).toBeNull();
  });

  it('is known from an empty stock only where the store counts the stock', () => {
    const { tracksStock: _, ...empty } = body(2, { available: false });
    expect(after(empty).available).toBeNull();
    expect(after(body(1, { tracksStock: false }), empty).available).toBe(true);
    expect(after(body(1), empty).available).toBe(false);
  });
});

describe('a lower price', () => {
  const lower = (day: number, price: bigint): ProductRecord => body(day, { price });

  it('is a reduction after a price that held for 30 days', () => {
    expect(after(body(1), lower(31, 80_0000n))).toMatchObject({ formerPrice: 100_0000n, priceDroppedAt: at(31) });
    expect(after(body(1), lower(30, 80_0000n))).toMatchObject({ formerPrice: null, priceDroppedAt: null });
  });

  it('is none after a price that was raised before', () => {
    const raised = after(body(1), lower(40, 150_0000n), lower(41, 100_0000n));
    expect(raised).toMatchObject({ price: 100_0000n, formerPrice: null, priceDroppedAt: null });
  });

  it('keeps the former price through a further reduction, and loses it with a rise', () => {
    const twice = [body(1), lower(40, 80_0000n), lower(45, 70_0000n)];
    expect(after(...twice)).toMatchObject({ formerPrice: 100_0000n, priceDroppedAt: at(45) });
    expect(after(...twice, lower(46, 90_0000n))).toMatchObject({ formerPrice: null, priceDroppedAt: null });
    expect(after(...twice, lower(46, 70_0000n))).toMatchObject({ formerPrice: 100_0000n, priceDroppedAt: at(45) });
  });
});
