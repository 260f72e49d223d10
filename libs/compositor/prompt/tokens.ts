import { PLACES, type Place, type SceneName, THINGS, type Thing, type Vocabulary } from './types.js';

/** `phrase` is a place with its preposition. `stop` is a punctuation mark. */
export type Token =
  | { readonly kind: 'thing'; readonly scene: Thing }
  | { readonly kind: 'place' | 'phrase'; readonly scene: Place }
  | {
      readonly kind: 'where' | 'whereThe' | 'article' | 'link' | 'and' | 'plain' | 'time' | 'winter' | 'not' | 'stop';
    }
  | { readonly kind: 'unknown'; readonly text: string };

export const isNoun = (token: Token | undefined): token is Token & { readonly scene: SceneName } =>
  token?.kind === 'thing' || token?.kind === 'place' || token?.kind === 'phrase';

/** The entries of a vocabulary, each with what it means. An entry that means two things keeps its first meaning. */
export type Lexicon = ReadonlyMap<string, Token>;

const KINDS = [
  ['not', 'not'],
  ['where', 'where'],
  ['whereThe', 'whereThe'],
  ['articles', 'article'],
  ['links', 'link'],
  ['and', 'and'],
  ['winter', 'winter'],
  ['times', 'time'],
  ['plain', 'plain'],
] as const;

export function lexiconOf(vocabulary: Vocabulary): Lexicon {
  const entries: (readonly [string, Token])[] = [
    ...THINGS.flatMap((scene) => listed(vocabulary.things[scene], { kind: 'thing', scene })),
    ...PLACES.flatMap((scene) => listed(vocabulary.places[scene], { kind: 'place', scene })),
    ...PLACES.flatMap((scene) => listed(vocabulary.phrases[scene], { kind: 'phrase', scene })),
    ...KINDS.flatMap(([list, kind]) => listed(vocabulary[list], { kind })),
  ];
  return new Map(entries.toReversed());
}

const listed = (list: string | undefined, token: Token): (readonly [string, Token])[] =>
  (list ?? '')
    .split(',')
    .map((entry) => entry.trim().replaceAll(/['’]/gu, ' '))
    .filter((entry) => entry !== '')
    .map((entry) => [entry, token]);

const STOP = /^[.,;:!?()[\]{}"“”«»„…\n|/&+–—、。，！？「」『』・：；،؛؟-]$/u;
const LONGEST_PHRASE = 5;

/** The tokens of a text with spaces. Hyphens part words; a part that is no word, such as a number, is unknown. */
export function tokensWithSpaces(text: string, lexicon: Lexicon): Token[] {
  const words = wordsOf(text);
  const tokens: Token[] = [];
  for (let from = 0; from < words.length;) {
    const length = longest(words, from, lexicon);
    const entry = words.slice(from, from + length).join(' ');
    tokens.push(STOP.test(entry) ? { kind: 'stop' } : (lexicon.get(entry) ?? { kind: 'unknown', text: entry }));
    from += length;
  }
  return tokens;
}

const wordsOf = (text: string): string[] =>
  (normalised(text).match(/[\p{L}\p{M}]+|[\p{N}%]+|[^\s'’-]/gu) ?? []).flatMap((word) =>
    // The Arabic article is written as a part of its noun.
    /^ال\p{L}{2,}$/u.test(word) ? ['ال', word.slice(2)] : [word],
  );

function longest(words: readonly string[], from: number, lexicon: Lexicon): number {
  for (let length = LONGEST_PHRASE; length > 1; length -= 1) {
    if (from + length <= words.length && lexicon.has(words.slice(from, from + length).join(' '))) return length;
  }
  return 1;
}

/** The tokens of a text without spaces. The longest entry counts; characters between entries are unknown. */
export function tokensWithoutSpaces(text: string, lexicon: Lexicon): Token[] {
  const characters: readonly string[] = normalised(text).match(/\S/gu) ?? [];
  const longestEntry = Math.max(...[...lexicon.keys()].map((entry) => entry.length));
  const tokens: Token[] = [];
  for (let from = 0; from < characters.length;) {
    let length = Math.min(longestEntry, characters.length - from);
    while (length > 1 && !lexicon.has(characters.slice(from, from + length).join(''))) length -= 1;
    const entry = characters.slice(from, from + length).join('');
    tokens.push(STOP.test(entry) ? { kind: 'stop' } : (lexicon.get(entry) ?? { kind: 'unknown', text: entry }));
    from += length;
  }
  return tokens;
}

/** Arabic vowel signs, lengthened letters and invisible characters mean nothing here. */
const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u064B-\u0652\u0640]|\p{Cf}|\uFE0F/gu, '');
