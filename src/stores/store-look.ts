import { storefrontUrlOf } from '../retailers/storefront.js';

const COLOUR_PARTS = ['primary', 'secondary', 'accent', 'background', 'text'] as const;
type ColourPart = (typeof COLOUR_PARTS)[number];

/** How a store looks, as its platform says it. Every part may be missing. */
export interface StoreLook {
  /** The addresses of its logos, best first. */
  readonly logoUrls: readonly string[];
  /** `#rrggbb` in lower case. */
  readonly colours: Readonly<Partial<Record<ColourPart, string>>>;
  /** Names of font families, as the store writes them. */
  readonly fonts: { readonly heading?: string; readonly body?: string };
  /** What could not be read and why, one sentence each. */
  readonly missing: readonly string[];
}

/** A colour of an untrusted answer: `#RRGGBB` or `#RGB`. */
export function colourOf(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  return /^#[0-9a-f]{3}$/.test(text) ? text.replace(/[0-9a-f]/g, '$&$&') : undefined;
}

/** The colours that are one. */
export function coloursOf(given: Readonly<Partial<Record<ColourPart, unknown>>>): StoreLook['colours'] {
  const found = COLOUR_PARTS.map((part) => [part, colourOf(given[part])] as const);
  return Object.fromEntries(found.filter(([, colour]) => colour !== undefined));
}

/** The address of an image of the store; undefined where it can't be fetched. */
export function imageUrlOf(
  given: unknown,
  base: string | null,
  { mayBeHttp }: { readonly mayBeHttp: boolean },
): string | undefined {
  if (typeof given !== 'string' || given.length > 2_000) return undefined;
  const absolute = URL.canParse(given)
    ? given
    : base !== null && URL.canParse(given, base)
      ? new URL(given, base).href
      : '';
  return storefrontUrlOf(absolute, { mayBeHttp }) === undefined ? undefined : new URL(absolute).href;
}
