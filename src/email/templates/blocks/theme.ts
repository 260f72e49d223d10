import { contrastOfColours, mix, readableOn } from '#libs/compositor';
import type { EmailLook, EmailPalette } from '../email-assets.service.js';

const PALETTE: EmailPalette = {
  primary: '#1f4b3f',
  secondary: '#d9c7a5',
  accent: '#b4532a',
  background: '#fbf8f2',
  text: '#222222',
};
const COLOUR = /^#[0-9a-f]{6}$/i;

/** The colours of one appearance. Every text reaches a contrast of 4.5 on its ground. */
export interface Colours {
  /** Around the email. */
  readonly page: string;
  readonly panel: string;
  readonly text: string;
  /** Less important text on the panel. */
  readonly muted: string;
  /** Small capitals and links on the panel. */
  readonly accent: string;
  /** Below a code. */
  readonly code: string;
  readonly button: string;
  readonly onButton: string;
  readonly footer: string;
  readonly onFooter: string;
}

export interface Theme {
  readonly light: Colours;
  readonly dark: Colours;
  /** Behind a hero without an image, in both appearances. */
  readonly band: string;
  readonly onBand: string;
  /** Grounds of product images, the same in both appearances. */
  readonly tints: readonly string[];
  readonly heading: string;
  readonly body: string;
  readonly radius: number;
}

const SANS = 'Helvetica, Arial, sans-serif';
const SERIF = "Georgia, 'Times New Roman', serif";
const FALLBACKS: Readonly<Record<string, string>> = {
  'Playfair Display': SERIF,
  Lora: SERIF,
  'Noto Serif': SERIF,
  Caveat: "'Segoe Script', 'Bradley Hand', cursive",
};

/** Fonts of the machines on which languages without Latin letters are read. They follow the brand's font. */
const SCRIPTS: Readonly<Record<string, string>> = {
  ja: "'Hiragino Sans', 'Yu Gothic', 'Noto Sans JP', Meiryo, sans-serif",
  ar: "'Noto Sans Arabic', 'Geeza Pro', Tahoma, Arial, sans-serif",
};

function stackOf(name: string | undefined, language: string): string {
  const [primary = ''] = language.toLowerCase().split('-');
  const known = name !== undefined && /^[\w -]{1,60}$/.test(name);
  const others = SCRIPTS[primary] ?? (known ? FALLBACKS[name] : undefined) ?? SANS;
  return known ? `'${name}', ${others}` : others;
}

export function themeOf({ palette = {}, fonts, cornerRadius = 8, language = 'en' }: EmailLook): Theme {
  const colour = (name: keyof EmailPalette): string => {
    const given = palette[name] ?? '';
    return (COLOUR.test(given) ? given : PALETTE[name]).toLowerCase();
  };
  const brand = {
    primary: colour('primary'),
    secondary: colour('secondary'),
    accent: colour('accent'),
    background: colour('background'),
    text: colour('text'),
  };
  return {
    light: lightOf(brand),
    dark: darkOf(brand),
    band: brand.primary,
    onBand: readableOn(brand.primary, [brand.background, '#ffffff', brand.text]),
    tints: tintsOf(brand),
    heading: stackOf(fonts?.heading, language),
    body: stackOf(fonts?.body, language),
    radius: Math.min(Math.max(cornerRadius, 0), 24),
  };
}

function lightOf({ primary, accent, background, text }: EmailPalette): Colours {
  // White glares in a dark mode that changes nothing.
  const panel = background === '#ffffff' ? '#fffdfa' : background;
  const written = readableOn(panel, [text], 7);
  const footer = darkest([primary, text]);
  return {
    ...onPanel({ panel, written, accent, text }, 0.06),
    page: mix(panel, written, 0.07),
    footer,
    onFooter: readableOn(footer, [mix(background, footer, 0.12), '#ffffff']),
  };
}

function darkOf({ primary, accent, background, text }: EmailPalette): Colours {
  const panel = mix('#191919', primary, 0.14);
  const written = readableOn(panel, [mix(background, '#ffffff', 0.3), '#f1f1f1'], 7);
  const footer = mix('#0b0b0b', primary, 0.12);
  return {
    ...onPanel({ panel, written, accent, text }, 0.1),
    page: mix('#0c0c0c', primary, 0.06),
    footer,
    onFooter: readableOn(footer, [mix(background, footer, 0.2), '#f1f1f1']),
  };
}

/** The colours that one appearance is made of: `written` on `panel`, and the brand's own. */
type Inks = Pick<EmailPalette, 'accent' | 'text'> & { readonly panel: string; readonly written: string };

/** The colours of the panel and of all that lies on it. `share`: how much of the accent is in the ground of a code. */
function onPanel({ panel, written, accent, text }: Inks, share: number): Omit<Colours, 'page' | 'footer' | 'onFooter'> {
  const muted = readable(mix(written, panel, 0.3), panel, written);
  return {
    panel,
    text: written,
    muted,
    accent: readable(accent, panel, written),
    code: tinted(panel, accent, share, [written, muted]),
    ...buttonOf(accent, panel, text),
  };
}

/** The colour, moved towards the text's until it can be read: it stays in the brand's hue. */
function readable(colour: string, ground: string, text: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(colour, text, share);
    if (contrastOfColours(moved, ground) >= 4.6) return moved;
  }
  return text;
}

/** The ground with a little of the colour, as far as all texts can be read on it. */
function tinted(ground: string, colour: string, share: number, texts: readonly string[]): string {
  const mixed = mix(ground, colour, share);
  return texts.every((text) => contrastOfColours(text, mixed) >= 4.5) ? mixed : ground;
}

/** White words if the accent takes them at most a little darker; otherwise dark words on the accent itself. */
function buttonOf(accent: string, panel: string, text: string): Pick<Colours, 'button' | 'onButton'> {
  // A button in the colour of the panel would not be seen.
  const own = contrastOfColours(accent, panel) < 1.25 ? mix(accent, readableOn(panel, []), 0.85) : accent;
  for (let share = 0; share <= 0.2; share += 0.04) {
    const darker = mix(own, '#000000', share);
    if (contrastOfColours('#ffffff', darker) >= 4.6) return { button: darker, onButton: '#ffffff' };
  }
  return { button: own, onButton: readableOn(own, [text]) };
}

const light = (colour: string): number => contrastOfColours(colour, '#000000');

/** The first colour that is dark enough for a footer, or the darkest one made darker. */
function darkest(colours: readonly string[]): string {
  const dark = colours.find((colour) => light(colour) < 4);
  const [first = '#000000'] = [...colours].sort((a, b) => light(a) - light(b));
  return dark ?? mix(first, '#000000', 0.7);
}

/** Light grounds in the brand's colours: photographs on white and cut-outs look right on them. */
function tintsOf({ primary, secondary, accent, background }: EmailPalette): readonly string[] {
  const base = light(background) > 13 ? background : '#f7f5f1';
  const tint = (colour: string): string => {
    // The same depth for each colour, so that the tiles belong together.
    for (let share = 0.5; share > 0.04; share -= 0.02) {
      const mixed = mix(base, colour, share);
      if (contrastOfColours(mixed, base) <= 1.1) return mixed;
    }
    return mix(base, colour, 0.04);
  };
  return [tint(accent), tint(primary), tint(secondary), tint(mix(accent, secondary, 0.5))];
}
