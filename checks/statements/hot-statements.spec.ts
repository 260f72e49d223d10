import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOT_STATEMENTS } from './hot-statements.js';
import { readable, Recording } from './recording.js';

const FOLDER = join(import.meta.dirname, 'sql');

/** The diff of a snapshot shows a reviewer how a statement has changed. `npm run sql:snapshot` writes snapshots. */
describe('statements of hot paths', () => {
  it.each(Object.entries(HOT_STATEMENTS))('%s equals its snapshot file', async (name, run) => {
    const recording = new Recording();
    await run(recording);
    expect(recording.texts).not.toEqual([]);
    await expect(readable(recording.texts)).toMatchFileSnapshot(join(FOLDER, `${name}.sql`));
  });

  it('have no snapshot file without a statement', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(
      Object.keys(HOT_STATEMENTS)
        .map((name) => `${name}.sql`)
        .sort(),
    );
  });
});
