import { isChromatic } from '#libs/compositor';
import { colourOf, coloursOf, imageUrlOf, type StoreLook } from '../../stores/store-look.js';

/** What was read of a store's look. Themes name their settings themselves, so this is a guess by usual names. */
export interface WireLook {
  readonly logoUrls: readonly unknown[];
  readonly theme: Readonly<Record<string, unknown>>;
  /** The base of relative addresses; null where the store has no address. */
  readonly storefrontUrl: string | null;
}

/** Usual names in themes, the most specific first. */
const NAMES = {
  primary: ['brand-color', 'color-brand', 'color-primary', 'button--primary-backgroundColor', 'primary-color'],
  secondary: ['color-secondary', 'secondary-color', 'header-backgroundColor', 'navPages-color'],
  accent: ['color-accent', 'accent-color', 'color_badge_product_sale_badges'],
  background: ['body-bg', 'color-background', 'container-fill-base'],
  text: ['color-textBase', 'color-text', 'text-color'],
  heading: ['headings-font', 'heading-font', 'font-heading'],
  body: ['body-font', 'font-body', 'base-font'],
} as const;

/** Greys are what themes come with, so only colourful values count as colours of the brand. */
const MUST_BE_COLOURFUL = ['primary', 'secondary', 'accent'] as const;

export function mapStoreLook(
  { logoUrls, theme, storefrontUrl }: WireLook,
  missing: readonly string[],
  mayBeHttp: boolean,
): StoreLook {
  const colourful = MUST_BE_COLOURFUL.map((part) => [part, NAMES[part].map((name) => theme[name]).find(isColourful)]);
  const grounds = (['background', 'text'] as const).map((part) => [part, firstColour(theme, NAMES[part])]);
  const [heading, body] = [textOf(theme, NAMES.heading), textOf(theme, NAMES.body)];
  return {
    logoUrls: [
      ...new Set(logoUrls.flatMap((url) => imageUrlOf(url, storefrontUrl && `${storefrontUrl}/`, { mayBeHttp }) ?? [])),
    ],
    colours: coloursOf(Object.fromEntries([...colourful, ...grounds])),
    fonts: { ...(heading === undefined ? {} : { heading }), ...(body === undefined ? {} : { body }) },
    missing,
  };
}

function isColourful(given: unknown): boolean {
  const colour = colourOf(given);
  return colour !== undefined && isChromatic(colour);
}

const firstColour = (theme: WireLook['theme'], names: readonly string[]): string | undefined =>
  names.map((name) => colourOf(theme[name])).find((colour) => colour !== undefined);

function textOf(theme: WireLook['theme'], names: readonly string[]): string | undefined {
  const found = names.map((name) => theme[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.slice(0, 200) : undefined;
}
