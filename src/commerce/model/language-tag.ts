/** RFC 5646 (4.4.1): every tag that is in use fits. */
const LONGEST = 35;

/** A language of two or three letters and its subtags; some systems join them with `_`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i;

/**
 * A BCP 47 tag as the platform wrote it; undefined for anything else. A tag that is too long loses its last subtags.
 */
export function languageTag(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const tag = value.trim();
  if (!TAG.test(tag)) return undefined;
  return tag.length <= LONGEST ? tag : tag.slice(0, LONGEST + 1).replace(/[-_][a-z\d]*$/i, '');
}
