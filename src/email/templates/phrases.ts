import { unitsOf } from '#libs/compositor';

/** Japanese has no spaces, and few email clients find the ends of phrases by themselves. */
export const hasPhrases = (language: string): boolean => /^ja\b/i.test(language);

/** Gmail's apps remove `<wbr>`. */
export const ZERO_WIDTH_SPACE = '\u200b';

/** The text with a zero width space wherever a line may end and no other space says so. */
export const withMarks = (text: string): string =>
  unitsOf(text).reduce(
    (line, { text: unit, space }, index, { length }) =>
      `${line}${unit}${space}${space === '' && index < length - 1 ? ZERO_WIDTH_SPACE : ''}`,
    /^\s*/.exec(text)?.[0] ?? '',
  );

/** The filter `phrases`: a Japanese value with an invisible place for the end of a line between its phrases. */
export const phrases = (value: unknown): unknown => (typeof value === 'string' ? withMarks(value) : value);
