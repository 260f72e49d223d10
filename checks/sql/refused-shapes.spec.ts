import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOT_STATEMENTS } from '../statements/hot-statements.js';
import { Recording } from '../statements/recording.js';
import { REFUSED_SHAPES } from './refused-shapes.js';
import { ACCEPTED, REFUSED } from './shape-examples.js';
import { filesWithSql, productionFiles, textsOf } from './source-texts.js';
import { ownersOf } from './table-owners.js';
import { STAYS } from './shapes-that-stay.js';

const FILES = filesWithSql();
const TABLES = new Set(ownersOf(productionFiles()).keys());
const shapesOf = (text: string): string[] =>
  REFUSED_SHAPES.flatMap(({ name, places }) => places(text, TABLES).map(() => name));

describe('SQL for a distributed Postgres', () => {
  it('has no refused shape in the statements of src, except where a reason is given', () => {
    const stays = new Set(STAYS.flatMap(({ files, shape }) => files.map((file) => `${file}: ${shape}`)));
    const found = FILES.flatMap((file) =>
      textsOf(file).flatMap(({ path, text, lineAt }) =>
        REFUSED_SHAPES.flatMap(({ name, instead, places }) =>
          places(text, TABLES).map((index) => ({
            key: `${basename(path)}: ${name}`,
            at: `${path}:${lineAt(index)} ${name}: ${instead}`,
          })),
        ),
      ),
    );
    expect(found.filter(({ key }) => !stays.has(key)).map(({ at }) => at)).toEqual([]);
    const present = new Set(found.map(({ key }) => key));
    expect(
      [...stays].filter((key) => !present.has(key)),
      'statements in the list that no longer have the shape',
    ).toEqual([]);
  });

  it.each(Object.entries(HOT_STATEMENTS))('has no refused shape in the hot statement %s', async (name, run) => {
    const recording = new Recording();
    await run(recording);
    expect(recording.texts.flatMap(shapesOf).filter((shape) => !isKept(name, shape))).toEqual([]);
  });

  it.each(REFUSED)('reports the refused shape in %s', (text, shape) => {
    expect(shapesOf(text)).toEqual([REFUSED_SHAPES[shape]?.name]);
  });

  it.each(ACCEPTED)('accepts %s', (text) => {
    expect(shapesOf(text)).toEqual([]);
  });
});

/**
 * Whether STAYS has an entry that allows the shape in this hot statement. The same entry has the reason and the names
 * of the source files.
 */
const isKept = (name: string, shape: string): boolean =>
  STAYS.some((stay) => stay.shape === shape && stay.hot?.includes(name));
