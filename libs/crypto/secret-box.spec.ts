import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { SecretBox, SecretBoxError } from './index.js';

const newKey = () => randomBytes(32).toString('base64');
const reasonOf = (act: () => unknown): string => {
  try {
    act();
    return 'opened';
  } catch (error) {
    return error instanceof SecretBoxError ? error.reason : String(error);
  }
};

describe('SecretBox', () => {
  const key = newKey();
  const box = new SecretBox([key]);

  it.each(['shpat_0123456789abcdef', '', 'naïve ☕', 'x'.repeat(10_000)])('opens what it sealed (%#)', (plain) => {
    expect(box.open(box.seal(plain, 'r1:access_token'), 'r1:access_token')).toBe(plain);
  });

  it('seals the same text differently each time', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => box.seal('secret', 'c')));
    expect(sealed.size).toBe(100);
  });

  it('does not open a text in another context', () => {
    const sealed = box.seal('secret', 'r1:access_token');
    expect(reasonOf(() => box.open(sealed, 'r2:access_token'))).toBe('tampered');
    expect(reasonOf(() => box.open(sealed, 'r1:refresh_token'))).toBe('tampered');
  });

  it('does not open a text with any byte changed', () => {
    const sealed = box.seal('secret', 'c');
    const [format, id, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const text = `${format}.${id}.${changed.toString('base64url')}`;
      expect(reasonOf(() => box.open(text, 'c'))).toBe('tampered');
    }
  });

  it('opens texts of an older key after a rotation, and seals with the newest', () => {
    const rotated = new SecretBox([newKey(), key]);
    expect(rotated.open(box.seal('old', 'c'), 'c')).toBe('old');
    expect(rotated.open(rotated.seal('new', 'c'), 'c')).toBe('new');
    expect(reasonOf(() => box.open(rotated.seal('new', 'c'), 'c'))).toBe('unknown_key');
  });

  it('reports that the key of a text is missing', () => {
    const sealed = box.seal('secret', 'c');
    expect(() => new SecretBox([newKey()]).open(sealed, 'c')).toThrow(/no encryption key has the id "[0-9a-f]{8}"/);
  });

  it.each(['', 'secret', 'v1.', 'v1.00000000', 'v1.00000000.AAAA', 'v2.00000000.' + 'A'.repeat(60)])(
    'refuses a text of another form: %j',
    (text) => {
      expect(reasonOf(() => box.open(text, 'c'))).toBe('malformed');
    },
  );

  it('refuses keys that are not 32 bytes, without printing them', () => {
    expect(() => new SecretBox([])).toThrow('at least one encryption key');
    const short = randomBytes(16).toString('base64');
    expect(() => new SecretBox([newKey(), short])).toThrow('encryption key 2 is not the base64 of 32 bytes');
    expect(() => new SecretBox([short])).not.toThrow(short);
  });
});
