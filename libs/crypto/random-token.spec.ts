import { expect, it } from 'vitest';

import { randomToken } from './index.js';

it('makes 256-bit tokens in hex, each different', () => {
  const tokens = new Set(Array.from({ length: 100 }, () => randomToken()));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(randomToken(8)).toMatch(/^[0-9a-f]{16}$/);
});
