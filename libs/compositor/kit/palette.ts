import { readableOn } from '../colour/contrast.js';
import { mix } from '../colour/rgb.js';
import type { Palette } from '../types.js';
import { distance, isChromatic, isNearBlack, isNearWhite, labOfHex } from './colour-kinds.js';
import type { WeightedColour } from './colours.js';
import { repaired } from './repair.js';

/** Where a colour of a proposal comes from: the store says it, the logo has it, or it was made of the others. */
export type ColourOrigin = 'store' | 'logo' | 'derived' | 'kept';

export interface ColourSource {
  readonly from: ColourOrigin;
  /** The colour before its contrast was repaired. */
  readonly repairedFrom?: string;
  /** The share of the logo's area, 0..1. */
  readonly weight?: number;
}

export interface ProposedPalette {
  readonly palette: Palette;
  readonly sources: Readonly<Record<keyof Palette, ColourSource>>;
}

export interface PaletteClues {
  /** What the store says. */
  readonly given: Partial<Palette>;
  /** The colours of the logo, heaviest first. */
  readonly logo: readonly WeightedColour[];
  /** The present palette. */
  readonly present: Palette;
}

interface Chosen extends ColourSource {
  readonly colour: string;
}

/** Smaller parts of a logo are details. */
const LEAST_MAIN = 0.02;
const LEAST_ACCENT = 0.04;
/** Colours that are nearer look like one. */
const APART = 0.12;

/**
 * The palette that a store's colours and logo lead to. The main colour is the store's own, or the heaviest colourful
 * one of the logo, or its heaviest dark one. The accent is the one that differs most from it. Text has a contrast of
 * 4.5 to the background. Without a main colour the present palette stays.
 */
export function proposePalette({ given, logo, present }: PaletteClues): ProposedPalette {
  const chromatic = logo.filter(({ colour, weight }) => weight >= LEAST_MAIN && isChromatic(colour));
  const dark = logo.find(({ colour, weight }) => weight >= LEAST_MAIN && !isNearWhite(colour));
  const primary = ofStore(given.primary) ?? ofLogo(chromatic[0] ?? dark) ?? ofStore(given.accent ?? given.secondary);
  if (!primary) return everythingKept(present);
  const accent = ofStore(given.accent) ?? ofLogo(mostDifferent(chromatic, primary.colour));
  const other = chromatic.find(({ colour }) => isApart(colour, primary.colour) && isApart(colour, accent?.colour));
  const secondary = ofStore(given.secondary) ?? ofLogo(other) ?? derived(mix(primary.colour, '#ffffff', 0.65));
  const background = ofStore(given.background) ?? derived(mix('#ffffff', primary.colour, 0.04));
  const ink = logo.find(({ colour, weight }) => weight >= LEAST_MAIN && isNearBlack(colour));
  return assembled({
    primary,
    secondary,
    accent: accent ?? derived(primary.colour),
    background,
    text: ofStore(given.text) ?? ofLogo(ink) ?? { colour: present.text, from: 'kept' },
  });
}

const everythingKept = (present: Palette): ProposedPalette => {
  const kept = (key: keyof Palette): Chosen => ({ colour: present[key], from: 'kept' });
  return assembled({
    primary: kept('primary'),
    secondary: kept('secondary'),
    accent: kept('accent'),
    background: kept('background'),
    text: kept('text'),
  });
};

function assembled(chosen: Readonly<Record<keyof Palette, Chosen>>): ProposedPalette {
  const { background, text } = chosen;
  const readable =
    text.from === 'kept' && background.from === 'kept' ? text.colour : repaired(text.colour, background.colour);
  const all = {
    ...chosen,
    text: readable === text.colour ? text : { ...text, colour: readable, repairedFrom: text.colour },
  };
  const sourceOf = ({ colour: _colour, ...source }: Chosen): ColourSource => source;
  return {
    palette: {
      primary: all.primary.colour,
      secondary: all.secondary.colour,
      accent: all.accent.colour,
      background: all.background.colour,
      text: all.text.colour,
    },
    sources: {
      primary: sourceOf(all.primary),
      secondary: sourceOf(all.secondary),
      accent: sourceOf(all.accent),
      background: sourceOf(all.background),
      text: sourceOf(all.text),
    },
  };
}

const ofStore = (colour: string | undefined): Chosen | undefined =>
  colour === undefined ? undefined : { colour, from: 'store' };

const ofLogo = (found: WeightedColour | undefined): Chosen | undefined =>
  found && { colour: found.colour, from: 'logo', weight: found.weight };

const derived = (colour: string): Chosen => ({ colour, from: 'derived' });

const isApart = (colour: string, other: string | undefined): boolean =>
  other === undefined || distance(labOfHex(colour), labOfHex(other)) >= APART;

function mostDifferent(chromatic: readonly WeightedColour[], primary: string): WeightedColour | undefined {
  const from = (colour: string): number => distance(labOfHex(colour), labOfHex(primary));
  return chromatic
    .filter(({ colour, weight }) => weight >= LEAST_ACCENT && from(colour) >= APART)
    .toSorted((a, b) => from(b.colour) - from(a.colour))[0];
}

/** The colour of words on a colour of the palette. */
export const wordsOn = (ground: string, { background, text }: Palette): string =>
  readableOn(ground, ['#ffffff', background, text]);
