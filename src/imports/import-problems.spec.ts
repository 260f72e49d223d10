import { gzipSync } from 'node:zlib';
import { textOf } from '#libs/text-files';
import { expect, it } from 'vitest';
import { IMPORT_PROBLEMS, importProblemParts } from './import-problems.js';

it('is read back with its code', () => {
  const codes = Object.values(IMPORT_PROBLEMS).map((problem) => importProblemParts(problem)?.code);
  expect(codes).toEqual(Object.keys(IMPORT_PROBLEMS));
  expect(importProblemParts('The database is gone.')).toBeNull();
});

it('names what a file that cannot be unpacked exceeds', async () => {
  const problemOf = (file: Buffer) =>
    textIn(file).then(
      () => null,
      (error: Error) => importProblemParts(error.message),
    );
  expect(await problemOf(gzipSync(Buffer.alloc(3 * 2 ** 20, 'a')))).toEqual({
    code: 'too_large',
    values: { megabytes: '2' },
  });
  expect(await problemOf(gzipSync('a,b').subarray(0, 12))).toEqual({ code: 'broken_gzip', values: {} });
});

async function textIn(file: Buffer): Promise<void> {
  const { pieces } = await textOf(chunks(file), 2 * 2 ** 20);
  for await (const _piece of pieces);
}

async function* chunks(file: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file);
}
