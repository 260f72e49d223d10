import { weighed } from './wants-page.js';

/** The language of a tag such as `de-AT`; undefined where it is not one of `spoken`. */
export function spokenLanguage<Language extends string>(
  spoken: readonly Language[],
  tag: string | null | undefined,
): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return spoken.find((language) => language === primary);
}

/** The spoken language that an Accept-Language header prefers; undefined where the header names none of them. */
export function preferredOf<Language extends string>(
  spoken: readonly Language[],
  acceptLanguage: string | undefined,
): Language | undefined {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map(weighed)
    .filter(([, weight]) => weight > 0)
    .toSorted(([, a], [, b]) => b - a);
  return wanted.map(([tag]) => spokenLanguage(spoken, tag)).find((language) => language !== undefined);
}
