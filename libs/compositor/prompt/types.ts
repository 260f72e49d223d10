/** Things that a drawing can show. */
export const THINGS = [
  'cup',
  'oranges',
  'lemons',
  'citrus',
  'gift',
  'candle',
  'balloons',
  'leaves',
  'flowers',
] as const;
/** Surroundings that a drawing can show. */
export const PLACES = [
  'mountains',
  'hills',
  'sea',
  'beach',
  'lake',
  'desert',
  'forest',
  'winter-forest',
  'night-sky',
] as const;

export type Thing = (typeof THINGS)[number];
export type Place = (typeof PLACES)[number];
export type SceneName = Thing | Place;

export const MATCHED = ['subject', 'setting', 'none'] as const;

/**
 * What a drawing has of its prompt. `subject`: it shows the thing that the prompt is about. `setting`: it shows only
 * the surroundings that the prompt names. `none`: it shows neither, and no object at all.
 */
export type Matched = (typeof MATCHED)[number];

export type Match =
  | { readonly matched: 'subject' | 'setting'; readonly scene: SceneName }
  | { readonly matched: 'none'; readonly scene: null };

/**
 * The words of a language that the matcher knows. Lists are separated by commas, and their entries may be phrases. The
 * longest entry counts. Nobody knows what a word that is in no list does to its neighbours.
 */
export interface Vocabulary {
  readonly things: Readonly<Partial<Record<Thing, string>>>;
  readonly places: Readonly<Record<Place, string>>;
  /** Phrases that say where something is, with their place: `at sea`. */
  readonly phrases: Readonly<Partial<Record<Place, string>>>;
  /** Where something is: `in`. An article follows, except where `articles` is empty. */
  readonly where: string;
  /** The same, with an article inside. After the place in Japanese. */
  readonly whereThe: string;
  readonly articles: string;
  /** Other words that tie two parts together: `of`, `with`, `for`. */
  readonly links: string;
  readonly and: string;
  /** Words that change nothing of what is seen. */
  readonly plain: string;
  readonly times: string;
  /** Times at which a forest has snow. */
  readonly winter: string;
  readonly not: string;
  /** After such a word the place is not where something is: `inspired in the mountains`. */
  readonly notAfter: RegExp | null;
  /** `spaces`: words with spaces, prepositions before nouns. `none`: no spaces, and particles follow. */
  readonly writing: 'spaces' | 'none';
  /** Adjectives may come after their noun. */
  readonly adjectivesFollow: boolean;
}
