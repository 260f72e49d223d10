import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { StudioFilesService } from './studio-files.service.js';

const MOST_KB = 90;
const files = new StudioFilesService();

/** The text of an asset as `npm run build` wrote it. */
const textOf = (name: string): string => files.asset(name, '')?.bytes.toString() ?? '';

/** The file and all that it imports at once; what it imports later is not loaded at first. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imports = textOf(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
  for (const [, imported = ''] of imports) withImports(imported, found);
  return found;
}

const PAGES = ['home', 'segments', 'sequences', 'images', 'customers', 'people', 'store', 'operator'];

/** The files of the assets whose names begin so. */
const namesIn = (text: string, start: string): string[] =>
  [...text.matchAll(new RegExp(String.raw`\b${start}-[\w-]+\.js`, 'g'))].map(([name]) => name);

/** What a browser loads before it shows this page in this language. */
function firstLoad(page: string, language: string): Set<string> {
  const named = [...(files.page ?? '').matchAll(/\/dashboard\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
  const entry = named.find((name) => name.endsWith('.js')) ?? '';
  const own = namesIn(textOf(entry), page);
  expect(new Set(own).size).toBe(1);
  const usual = new Set([...named, ...own].flatMap((name) => [...withImports(name)]));
  // Each language is a file of its own.
  const texts = new Set([...usual].flatMap((name) => namesIn(textOf(name), language)));
  expect(texts.size).toBe(1);
  return new Set([...usual, ...texts]);
}

it.each(['en', 'de', 'es', 'ja', 'ar'])(
  'loads each page with less than 90 kB at first, compressed (%s)',
  (language) => {
    for (const page of PAGES) {
      const texts = [files.page ?? '', ...[...firstLoad(page, language)].map(textOf)];
      const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
      expect(bytes / 1000, page).toBeGreaterThan(10);
      expect(bytes / 1000, page).toBeLessThan(MOST_KB);
    }
  },
);

it('has nothing inline, which the policy would refuse', () => {
  for (const page of [files.page, files.frame]) {
    expect(page).toContain('<script');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
  }
});

it('prefers the smallest encoding that the client takes', () => {
  const name = /\/dashboard\/assets\/(index-[\w-]+\.js)/.exec(files.page ?? '')?.[1] ?? '';
  expect(files.asset(name, 'gzip, deflate, br')).toMatchObject({
    encoding: 'br',
    type: 'text/javascript; charset=utf-8',
  });
  expect(files.asset(name, 'gzip')?.encoding).toBe('gzip');
  const plain = files.asset(name, '');
  expect(plain?.encoding).toBeUndefined();
  expect(brotliDecompressSync(files.asset(name, 'br')?.bytes ?? '')).toEqual(plain?.bytes);
  expect(gunzipSync(files.asset(name, 'gzip')?.bytes ?? '')).toEqual(plain?.bytes);
  expect(files.asset('../index.html', '')).toBeUndefined();
  expect(files.asset('index.html', '')).toBeUndefined();
});
