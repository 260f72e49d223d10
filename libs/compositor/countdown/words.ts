/** The units of a countdown in a language, a BCP 47 tag: `days`, `hours`, `minutes`, `seconds`. */
export function unitWords(language: string): readonly string[] {
  return ['day', 'hour', 'minute', 'second'].map((unit) => {
    // Five has the plural that most languages use for most numbers.
    const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(5);
    return parts.find(({ type }) => type === 'unit')?.value.trim() ?? '';
  });
}

/** The end in words, for people who can't see the countdown. */
export const endInWords = (endsAt: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
    hourCycle: 'h23',
  }).format(endsAt);
