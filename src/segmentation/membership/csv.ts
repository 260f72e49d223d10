/**
 * One line of CSV (RFC 4180). A field that a spreadsheet would run as a formula gets an apostrophe before it: customers
 * choose their own names and addresses, and the file is opened by somebody else.
 */
export const csvLine = (fields: readonly string[]): string => `${fields.map(field).join(',')}\r\n`;

/** The full-width signs are taken for the plain ones by some programs. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
