import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SubjectHasher } from './subject-hash.js';

describe('SubjectHasher', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const before = new SubjectHasher([older]);
  const after = new SubjectHasher([newer, older]);

  it('recognizes what was hashed before the keys were changed', () => {
    const stored = before.hash('r', 'customer', '7');
    expect(after.all('r', 'customer', '7')).toContain(stored);
    expect(after.hash('r', 'customer', '7')).not.toBe(stored);
  });

  it('tells stores, kinds and ids apart', () => {
    const hashes = [
      before.hash('r', 'customer', '7'),
      before.hash('s', 'customer', '7'),
      before.hash('r', 'order', '7'),
      before.hash('r', 'customer', '8'),
    ];
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not work without a key', () => {
    expect(() => new SubjectHasher([]).hash('r', 'customer', '7')).toThrow('at least one encryption key');
  });
});
