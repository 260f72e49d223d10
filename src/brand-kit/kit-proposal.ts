import {
  type ColourSource,
  contrastOfColours,
  type FontMatch,
  type FontName,
  matchFont,
  type ProposedPalette,
  proposePalette,
  wordsOn,
} from '#libs/compositor';
import type { BrandChanges } from '../retailers/brand-kit.js';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import type { StoreLook } from '../stores/store-look.js';
import type { ImportKitAnswer } from './import-kit.dto.js';
import type { KeptLogo } from './kit-logos.service.js';

/** What is known of a brand's look. */
export interface KitClues {
  readonly colours: StoreLook['colours'];
  readonly fonts: StoreLook['fonts'];
  readonly logo?: KeptLogo & { readonly from: 'request' | 'store'; readonly found?: string };
}

export type KitProposal = Pick<ImportKitAnswer, 'proposal' | 'sources'>;

/** The kit that the clues lead to, and where each value comes from. Pure. */
export function proposeKit({ colours, fonts, logo }: KitClues, brand: BrandAnswer): KitProposal {
  const palette = proposePalette({ given: colours, logo: logo?.colours ?? [], present: brand.palette });
  const heading = proposedFont(fonts.heading, brand.fonts.heading);
  const body = proposedFont(fonts.body, brand.fonts.body);
  return {
    proposal: {
      palette: palette.palette,
      fonts: { heading: heading.font, body: body.font },
      logoUrl: logo ? logo.logoUrl : brand.logoUrl,
      logoDarkUrl: logo ? logo.logoDarkUrl : brand.logoDarkUrl,
    },
    sources: {
      palette: paletteSources(palette),
      fonts: { heading: heading.source, body: body.source },
      logoUrl: logo
        ? { from: logo.from, ...(logo.found === undefined ? {} : { found: logo.found }), changes: logo.changes }
        : { from: 'kept', changes: [] },
      logoDarkUrl: { from: logo ? darkOrigin(logo) : 'kept' },
    },
  };
}

/** The parts that were found. A change to them leaves the others as they are. */
export function changesOf({ proposal, sources }: KitProposal): BrandChanges {
  const { palette, fonts, logoUrl, logoDarkUrl } = proposal;
  const isNew = ({ from }: { readonly from: string }): boolean => from !== 'kept';
  return {
    ...(Object.values(sources.palette).some(isNew) ? { palette } : {}),
    ...(Object.values(sources.fonts).some(isNew) ? { fonts } : {}),
    ...(isNew(sources.logoUrl) ? { logoUrl, logoDarkUrl } : {}),
  };
}

const darkOrigin = ({ logoUrl, logoDarkUrl }: KeptLogo): 'made' | 'same' | 'none' =>
  logoDarkUrl === null ? 'none' : logoDarkUrl === logoUrl ? 'same' : 'made';

function proposedFont(found: string | undefined, present: FontName) {
  const match: FontMatch | undefined = found === undefined ? undefined : matchFont(found);
  return match
    ? { font: match.font, source: { from: 'store' as const, found: found ?? '', by: match.by } }
    : { font: present, source: { from: 'kept' as const } };
}

function paletteSources({ palette, sources }: ProposedPalette): ImportKitAnswer['sources']['palette'] {
  const on = (part: 'primary' | 'secondary' | 'accent' | 'background') =>
    withContrast(sources[part], palette[part], part === 'background' ? palette.text : wordsOn(palette[part], palette));
  return {
    primary: on('primary'),
    secondary: on('secondary'),
    accent: on('accent'),
    background: on('background'),
    text: withContrast(sources.text, palette.text, palette.background),
  };
}

const withContrast = (source: ColourSource, colour: string, contrastWith: string) => ({
  ...source,
  contrast: Math.round(contrastOfColours(colour, contrastWith) * 100) / 100,
  contrastWith,
});
