import { gzipSync } from 'node:zlib';
import { UnreadableFileError } from '#libs/text-files';
import { describe, expect, it } from 'vitest';
import { type ImportFormat, type ImportLine, linesOf } from './import-lines.js';

/** Gives the file in pieces of this many bytes. */
async function* inPieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function read(file: Uint8Array | string, format: ImportFormat = 'csv', size = 7): Promise<ImportLine[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const lines: ImportLine[] = [];
  for await (const some of linesOf(inPieces(bytes, size), format, 1_000_000)) lines.push(...some);
  return lines;
}
const accepted = (lines: readonly ImportLine[]): string[] =>
  lines.flatMap((line) => ('accepted' in line ? [`${line.accepted.email} ${line.accepted.reason}`] : []));
const refused = (lines: readonly ImportLine[]): string[] =>
  lines.flatMap((line) => ('refused' in line ? [`${line.refused.line}: ${line.refused.reason}`] : []));

const TEXT = 'email,reason\r\n Ada@Example.com ,complaint\r\nbjörn@example.com,verärgert\r\n';
const EXPECTED = ['ada@example.com complaint', 'björn@example.com verärgert'];
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('a list of addresses', () => {
  it.each<[what: string, file: Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 little-endian with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 little-endian', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 big-endian with a mark', utf16be(`\uFEFF${TEXT}`)],
    ['UTF-16 big-endian', utf16be(TEXT)],
    ['Latin-1', Buffer.from(TEXT, 'latin1')],
    ['gzip', gzipSync(TEXT)],
    ['semicolons', Buffer.from(TEXT.replaceAll(',', ';'))],
    ['tabs', Buffer.from(TEXT.replaceAll(',', '\t'))],
    ['other columns', Buffer.from(TEXT.replaceAll(/(?<=^|\n)(?=.)/g, 'x,').replace('email', 'E-Mail'))],
  ])('is read from %s', async (_what, file) => {
    for (const size of [1, 7, 1_000]) expect(accepted(await read(file, 'csv', size))).toEqual(EXPECTED);
  });

  it('is read with quoted cells, line breaks in cells and no line break at the end', async () => {
    const file = 'email,reason\n"a@x.com","said ""no"", twice\nand again"\n\n"b@x.com"\nbad\nc@x.com,';
    const lines = await read(file);
    expect(accepted(lines)).toEqual(['a@x.com said "no", twice and again', 'b@x.com imported', 'c@x.com imported']);
    expect(refused(lines)).toEqual(['6: This is not an email address.']);
  });

  it('keeps a formula as a text, and takes back what our export wrote before it', async () => {
    const file = `email,reason\na@x.com,"=HYPERLINK(""http://evil"")"\n'+b@x.com,'=1+1\n`;
    expect(accepted(await read(file))).toEqual(['a@x.com =HYPERLINK("http://evil")', '+b@x.com =1+1']);
  });

  it('loses one line to a quote that is never closed, and not the rest of the file', async () => {
    const good = Array.from({ length: 2_000 }, (_, index) => `c${index}@example.com`);
    const lines = await read(`email,reason\n"a@x.com,oops\n${good.join('\n')}\n`, 'csv', 4_096);
    expect(refused(lines)).toEqual(['2: A quote is not closed.']);
    expect(accepted(lines)).toHaveLength(good.length);
  });

  it('is read from JSON lines', async () => {
    const rows = ['{"email":"A@x.com","reason":"spam"}', '', '{"email":"b@x.com"}', '[1', '"c@x.com"', '{"email":7}'];
    const lines = await read(`\uFEFF${rows.join('\n')}`, 'ndjson');
    expect(accepted(lines)).toEqual(['a@x.com complaint', 'b@x.com imported']);
    expect(refused(lines)).toEqual([
      '4: The line is not JSON.',
      '5: The line is not a JSON object.',
      '6: The line has no text "email".',
    ]);
  });

  it.each([
    ['an address without a domain', 'nobody@'],
    ['a name with an address', 'Ada <ada@example.com>'],
    ['two addresses', 'a@x.com b@x.com'],
  ])('refuses %s', async (_what, cell) => {
    expect(refused(await read(`email\n${cell}\n`))).toEqual(['2: This is not an email address.']);
  });

  it.each<[what: string, file: Uint8Array, message: RegExp]>([
    ['without a header', Buffer.from('a@x.com,complaint\nb@x.com,\n'), /names no column "email"/],
    ['without a line', Buffer.from(''), /names no column "email"/],
    ['with half of a gzip file', gzipSync(TEXT.repeat(50)).subarray(0, 60), /not a complete gzip/],
  ])('can not be read from a file %s', async (_what, file, message) => {
    const error = await read(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreadableFileError);
    expect((error as Error).message).toMatch(message);
  });
});
