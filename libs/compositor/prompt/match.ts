import { isNoun, type Lexicon, lexiconOf, tokensWithSpaces, type Token, tokensWithoutSpaces } from './tokens.js';
import type { Match, Place, SceneName, Vocabulary } from './types.js';
import { ARABIC } from './words/arabic.js';
import { ENGLISH } from './words/english.js';
import { FRENCH } from './words/french.js';
import { GERMAN } from './words/german.js';
import { ITALIAN } from './words/italian.js';
import { JAPANESE } from './words/japanese.js';
import { SPANISH } from './words/spanish.js';

const NONE: Match = { matched: 'none', scene: null };

/** A language with its entries, which are read once. */
interface Language {
  readonly vocabulary: Vocabulary;
  readonly lexicon: Lexicon;
}

const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, JAPANESE, ARABIC].map(
  (vocabulary) => ({ vocabulary, lexicon: lexiconOf(vocabulary) }),
);

/**
 * What a drawing can show of a prompt. It would rather find nothing than something wrong: the head noun counts only if
 * every word of the prompt is known, surroundings only if a preposition says that they are where something is, and a
 * prompt that negates anything matches nothing. Languages that disagree match nothing.
 */
export function matchPrompt(prompt: string): Match {
  const read = LANGUAGES.map((language) => ({ language, tokens: tokensOf(prompt, language) }));
  if (read.some(({ tokens }) => tokens.some(({ kind }) => kind === 'not'))) return NONE;
  const subject = only(read.flatMap(({ language, tokens }) => subjectsOf(tokens, language.vocabulary)));
  if (subject.length > 1) return NONE;
  if (subject[0]) return { matched: 'subject', scene: subject[0] };
  const setting = only(read.flatMap(({ language, tokens }) => settingsOf(tokens, language.vocabulary)));
  return setting.length === 1 && setting[0] ? { matched: 'setting', scene: setting[0] } : NONE;
}

const only = <T>(scenes: readonly T[]): T[] => [...new Set(scenes)];

const tokensOf = (prompt: string, { vocabulary, lexicon }: Language): Token[] =>
  vocabulary.writing === 'none' ? tokensWithoutSpaces(prompt, lexicon) : tokensWithSpaces(prompt, lexicon);

/** The head noun, if every word is known: empty or one scene. */
function subjectsOf(tokens: readonly Token[], vocabulary: Vocabulary): SceneName[] {
  if (tokens.some(({ kind }) => kind === 'unknown')) return [];
  const heads = vocabulary.writing === 'none' ? lastNouns(tokens) : nounsOutsidePhrases(tokens);
  const things = only(heads.filter(({ kind }) => kind === 'thing').map(({ scene }) => scene));
  const places = only(heads.filter(({ kind }) => kind === 'place').map(({ scene }) => scene));
  if (things.length + places.length !== 1 || hasCompound(tokens) || isFigureOfSpeech(tokens)) return [];
  return [...things, ...places].map((scene) => inSeason(scene, tokens));
}

const COMPOUNDS: ReadonlySet<Token['kind']> = new Set<Token['kind']>(['thing', 'place', 'time', 'winter']);

/** A noun after a noun makes a third thing of both: `coffee morning`, `mountain candle`. */
const hasCompound = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => {
    const next = tokens[at + 1];
    return isNoun(token) && next !== undefined && COMPOUNDS.has(next.kind);
  });

/** A place full of things is a word for many of them: `a sea of flowers`, `a mountain of gifts`. */
const isFigureOfSpeech = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }, at) => {
    if (kind !== 'place') return false;
    const [link, ...rest] = tokens.slice(at + 1).filter((token) => token.kind !== 'plain');
    return link?.kind === 'link' && rest.find((token) => token.kind !== 'article')?.kind === 'thing';
  });

type Noun = Token & { readonly scene: SceneName };

/** The nouns that no preposition makes a part of a phrase. */
function nounsOutsidePhrases(tokens: readonly Token[]): Noun[] {
  const nouns: Noun[] = [];
  let inPhrase = false;
  for (const token of tokens) {
    if (token.kind === 'stop' || token.kind === 'and') inPhrase = false;
    if (token.kind === 'where' || token.kind === 'whereThe' || token.kind === 'link') inPhrase = true;
    if (!inPhrase && isNoun(token)) nouns.push(token);
  }
  return nouns;
}

/** In Japanese the head is the last word of its clause; only `and` and the end may follow. */
const lastNouns = (tokens: readonly Token[]): Noun[] =>
  tokens.filter((token, at): token is Noun => {
    const next = tokens[at + 1];
    return isNoun(token) && (next === undefined || next.kind === 'stop' || next.kind === 'and');
  });

/** The places where something is. */
const settingsOf = (tokens: readonly Token[], vocabulary: Vocabulary): SceneName[] =>
  only(
    tokens
      .flatMap((token, at) => (token.kind === 'place' || token.kind === 'phrase' ? [[token.scene, at] as const] : []))
      .filter(([, at]) =>
        vocabulary.writing === 'none' ? isWhereBefore(tokens, at) : isWhereAfter(tokens, at, vocabulary),
      )
      .map(([scene]) => inSeason(scene, tokens)),
  );

/** `in the quiet forest`, where nothing follows that could make a compound of the place. */
function isWhereAfter(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  const from = whereBegins(tokens, at, vocabulary);
  if (from === null || isSpoilt(tokens[from - 1], vocabulary)) return false;
  let after = at + 1;
  while (vocabulary.adjectivesFollow && tokens[after]?.kind === 'plain') after += 1;
  return ENDS.has(tokens[after]?.kind ?? 'stop');
}

const ENDS: ReadonlySet<Token['kind']> = new Set<Token['kind']>(['stop', 'where', 'whereThe', 'link', 'phrase']);

/** The index of the preposition before the place at `at`. */
function whereBegins(tokens: readonly Token[], at: number, { articles }: Vocabulary): number | null {
  if (tokens[at]?.kind === 'phrase') return at;
  let before = at - 1;
  while (tokens[before]?.kind === 'plain') before -= 1;
  if (tokens[before]?.kind === 'whereThe') return before;
  const hasArticle = tokens[before]?.kind === 'article';
  if (hasArticle) before -= 1;
  return tokens[before]?.kind === 'where' && (hasArticle || articles === '') ? before : null;
}

const isSpoilt = (before: Token | undefined, { notAfter }: Vocabulary): boolean =>
  before?.kind === 'unknown' && notAfter !== null && notAfter.test(before.text);

/** A particle says that something is there, and no unknown character touches the place. */
const isWhereBefore = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1];
  return tokens[at + 1]?.kind === 'whereThe' && before?.kind !== 'unknown' && !isNoun(before);
};

/** A forest in winter has snow. */
const inSeason = <S extends SceneName>(scene: S, tokens: readonly Token[]): S | Place =>
  scene === 'forest' && tokens.some(({ kind }) => kind === 'winter') ? 'winter-forest' : scene;
