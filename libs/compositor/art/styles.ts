import { seedOf } from './random.js';

/** Styles with their own treatment. Any other text gets one of these. */
export const STYLES = [
  'photographic',
  'illustration',
  'minimal',
  'watercolor',
  'flat',
  '3d',
  'vintage',
  'bold',
  'pastel',
  'line-art',
] as const;

export type StyleName = (typeof STYLES)[number];

/** Words in a free text that select a style. The first match counts. */
const SYNONYMS: readonly { readonly words: RegExp; readonly style: StyleName }[] = [
  { words: /photo|realis|cinema|studio|lifestyle/, style: 'photographic' },
  { words: /illustrat|cartoon|drawn|storybook|comic/, style: 'illustration' },
  { words: /minimal|clean|simple|scandi|zen/, style: 'minimal' },
  { words: /water|aquarelle|paint|gouache|brush/, style: 'watercolor' },
  { words: /flat|vector|geometric|material/, style: 'flat' },
  { words: /3d|3-d|render|clay|isometric|glossy/, style: '3d' },
  { words: /vintage|retro|70s|old|nostalg|antique|poster/, style: 'vintage' },
  { words: /bold|loud|pop|neon|vibrant|brutal|strong/, style: 'bold' },
  { words: /pastel|soft|dream|gentle|delicate/, style: 'pastel' },
  { words: /line|outline|sketch|ink|pen|monoline/, style: 'line-art' },
];

/** The treatment for a style's name or free text. The same text always gets the same treatment. */
export function styleFor(text: string): StyleName {
  const words = text.trim().toLowerCase();
  const exact = STYLES.find((style) => style === words);
  const known = exact ?? SYNONYMS.find((synonym) => synonym.words.test(words))?.style;
  return known ?? STYLES[seedOf(words) % STYLES.length] ?? 'illustration';
}
