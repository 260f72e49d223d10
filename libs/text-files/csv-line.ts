/**
 * One line of CSV (RFC 4180). A field that a spreadsheet would run as a formula gets an apostrophe in front: customers
 * choose their names and addresses, and a merchant opens the file.
 */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** The beginning of a formula. Some programs read the full-width signs as the plain ones. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** See `csvLine`. */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
