/** Null for an empty text and for other values. The platform's samples have `{}` in the place of some texts. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() || null : null);

export const emailOf = (value: unknown): string | null => textOf(value)?.toLowerCase() ?? null;

/** ISO 3166 alpha-2. */
export function countryOf(value: unknown): string | null {
  const country = textOf(value)?.toUpperCase();
  return country !== undefined && /^[A-Z]{2}$/.test(country) ? country : null;
}
