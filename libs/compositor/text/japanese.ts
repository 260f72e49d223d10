const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Particles end a phrase: what follows begins the next one. */
const PARTICLE =
  /^(?:[がをにはもへとのやで]|から|まで|より|だけ|など|ので|のに|には|では|とは|への|での|までの|だけの|からの|との)$/u;
/** Endings of verbs and adjectives belong to the word before them, even after what looks like a particle. */
const ENDING =
  /^(?:です|でし|でした|ます|まし|ませ|ません|しま|します|し|した|して|た|て|だ|な|なら|くだ|さい|ください|ない|い|る|れ|れる|さ|せ|せん|ん|っ|よ|ね|か|う|よう)$/u;
/** Prefixes of courtesy belong to the word after them. */
const PREFIX = /^[おご]$/u;
const LETTER_LAST = /[\p{L}\p{N}ー]$/u;
/** A quotation, or words in brackets. */
const QUOTED = /[」』）】〉》〕]$/u;
/** What it is a share of follows at once: "20%オフ". */
const PERCENTAGE = /\p{N}[%％]$/u;
const HAN_LAST = /\p{Script=Han}+$/u;
const HAN_FIRST = /^\p{Script=Han}/u;
/** Longer compounds may be broken between their words. */
const LONGEST_COMPOUND = 6;

export const isJapanese = (text: string): boolean => KANA.test(text);

/**
 * Whether a word of a Japanese text belongs to the phrase before it: a line must not end between a word and its
 * particles or endings. `last` is the last word of that phrase.
 */
export function continuesPhrase(phrase: string, last: string, word: string): boolean {
  if (QUOTED.test(phrase)) return PARTICLE.test(word);
  if (PERCENTAGE.test(phrase)) return LETTER_LAST.test(word);
  if (!LETTER_LAST.test(phrase)) return false;
  if (PREFIX.test(last)) return true;
  if (HIRAGANA.test(word)) return PARTICLE.test(word) || ENDING.test(word) || !PARTICLE.test(last);
  const compound = HAN_LAST.exec(phrase)?.[0] ?? '';
  return HAN_FIRST.test(word) && compound !== '' && compound.length + word.length <= LONGEST_COMPOUND;
}
