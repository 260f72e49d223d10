/**
 * Emoji joined from two, of which only the second is coloured by default. The canvas cuts these sequences before it
 * shapes them, so that two emoji appear. A small font has each of them under one private character.
 */
const JOINED: readonly (readonly [sequence: RegExp, character: string])[] = [
  [/\u{1f3f3}\ufe0f?\u200d\u{1f308}\ufe0f?/gu, '\u{f0000}'],
  [/\u2764\ufe0f?\u200d\u{1f525}\ufe0f?/gu, '\u{f0001}'],
  [/\u2764\ufe0f?\u200d\u{1fa79}\ufe0f?/gu, '\u{f0002}'],
  [/\u26d3\ufe0f?\u200d\u{1f4a5}\ufe0f?/gu, '\u{f0003}'],
];

/** The characters that are drawn for a text. */
export const drawn = (text: string): string =>
  text.includes('\u200d')
    ? JOINED.reduce((shown, [sequence, character]) => shown.replace(sequence, character), text)
    : text;

export const hasJoinedEmoji = (text: string): boolean => drawn(text) !== text;
