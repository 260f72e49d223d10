import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { begin, type Beginning } from './begin.js';

async function sent(beginning: Beginning): Promise<string[]> {
  const texts: string[] = [];
  const query = (text: string): Promise<void> => {
    texts.push(text);
    return Promise.resolve();
  };
  await begin({ query } as unknown as ClientBase, beginning);
  return texts;
}

describe('the beginning of a transaction', () => {
  const settings = ['SET LOCAL a = 1', 'SET LOCAL b = 2'];

  it('is one round trip', async () => {
    expect(await sent({ command: 'BEGIN', settings, distributed: false })).toEqual([
      'BEGIN; SET LOCAL a = 1; SET LOCAL b = 2',
    ]);
  });

  it('sends BEGIN apart from the settings on Citus', async () => {
    expect(await sent({ command: 'BEGIN READ ONLY', settings, distributed: true })).toEqual([
      'BEGIN READ ONLY',
      'SET LOCAL a = 1; SET LOCAL b = 2',
    ]);
    expect(await sent({ command: 'BEGIN', settings: [], distributed: true })).toEqual(['BEGIN']);
  });
});
