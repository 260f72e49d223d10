import { describe, expect, it } from 'vitest';
import { KeptProducts } from './kept.js';
import type { ProductImage } from './types.js';

const product = (bytes: number): ProductImage => ({
  form: 'cutout',
  source: 'alpha',
  confidence: 1,
  pixels: { width: bytes / 4, height: 1, data: Buffer.alloc(bytes) },
  subject: { x: 0, y: 0, width: bytes / 4, height: 1 },
  faces: [],
  ground: null,
});

describe('KeptProducts', () => {
  it('prepares a file once', async () => {
    const kept = new KeptProducts(1000);
    const first = await kept.find('a', () => Promise.resolve(product(400)));
    expect(await kept.find('a', () => Promise.reject(new Error('again')))).toBe(first);
  });

  it('prepares a file once for two that want it at a time', async () => {
    const kept = new KeptProducts(1000);
    const [first, second] = await Promise.all([
      kept.find('a', () => Promise.resolve(product(400))),
      kept.find('a', () => Promise.reject(new Error('again'))),
    ]);
    expect(second).toBe(first);
  });

  it('drops what was used longest ago when the pixels take too much memory', async () => {
    const kept = new KeptProducts(1000);
    const prepared: string[] = [];
    const find = (name: string) =>
      kept.find(name, () => {
        prepared.push(name);
        return Promise.resolve(product(400));
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await find(name);
    expect(prepared).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps no failure', async () => {
    const kept = new KeptProducts(1000);
    await expect(kept.find('a', () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    const found = product(8);
    expect(await kept.find('a', () => Promise.resolve(found))).toBe(found);
  });
});
