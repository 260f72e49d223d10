import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { BRAND_FACES, type Face, FALLBACK_FACES, type FallbackName, PLAIN_FALLBACK } from './catalogue.js';
import { readCoverage } from './coverage.js';
import { fontFile } from './font-file.js';
import type { FontName } from './names.js';

/** A font family. `alias` is its name in the canvas, unique to this service, so that no font of the machine is used. */
interface Family {
  readonly alias: string;
  readonly faces: readonly Face[];
}

const brandFamily = (name: FontName): Family => ({ alias: `Rekindle ${name}`, faces: BRAND_FACES[name] });
const fallbackFamily = (name: FallbackName): Family => ({ alias: `Rekindle ${name}`, faces: FALLBACK_FACES[name] });

const registered = new Set<string>();
const coverages = new Map<string, (codePoint: number) => boolean>();

/** Decoding a large font takes a tenth of a second and some memory, so each is loaded with its first text. */
function register({ alias, faces }: Family): void {
  if (registered.has(alias)) return;
  for (const { file } of faces) {
    if (!GlobalFonts.registerFromPath(fontFile(file), alias)) throw new Error(`The font ${file} can't be read.`);
  }
  registered.add(alias);
}

function covers({ alias, faces }: Family, codePoint: number): boolean {
  let coverage = coverages.get(alias);
  if (!coverage) {
    coverage = readCoverage(readFileSync(fontFile(faces[0]?.file ?? '')));
    coverages.set(alias, coverage);
  }
  return coverage(codePoint);
}

/** The font families that a text needs, and the first character that none of them has. */
export interface FontStack {
  /** For the CSS property `font-family`. */
  readonly css: string;
  readonly missing: string | null;
}

/** Emoji come last, because their font has digits too. */
export function fontStack(font: FontName, fallbacks: readonly FallbackName[], codePoints: Iterable<number>): FontStack {
  const families = [brandFamily(font)];
  const others = [brandFamily(PLAIN_FALLBACK[font]), ...fallbacks.map(fallbackFamily)];
  let missing: string | null = null;
  for (const codePoint of codePoints) {
    if (families.some((family) => covers(family, codePoint))) continue;
    const helper = others.find((family) => covers(family, codePoint));
    if (helper) families.push(helper);
    else missing ??= String.fromCodePoint(codePoint);
  }
  const order = [brandFamily(font), ...others].filter(({ alias }) => families.some((used) => used.alias === alias));
  order.forEach(register);
  return { css: order.map(({ alias }) => `"${alias}"`).join(', '), missing };
}
