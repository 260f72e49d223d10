const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A window in a language's words: whole days as days, else hours, minutes or seconds: `14 days`, `1 hour`. */
export function windowInWords(language: string, windowDays: number): string {
  const seconds = Math.round(windowDays * 86_400);
  const [unit, size] =
    UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? (['second', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false, numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(language, style).format(seconds / size);
}

/** A rate with one decimal, as the language writes it. */
export const rateInWords = (language: string, percent: number): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(percent);
