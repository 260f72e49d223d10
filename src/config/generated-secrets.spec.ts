import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GeneratedSecrets } from './generated-secrets.js';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rekindle-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('GeneratedSecrets', () => {
  it('keeps the first secret, also with two processes that start at once', () => {
    const slow = new GeneratedSecrets(dataDir);
    const quick = new GeneratedSecrets(dataDir);
    // The quick one comes in between: after the slow one began to make its own.
    const seenBySlow = slow.get('NAME', () => {
      expect(quick.get('NAME', () => 'quick')).toBe('quick');
      return 'slow';
    });
    expect(seenBySlow).toBe('quick');
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['NAME']);
  });
});
