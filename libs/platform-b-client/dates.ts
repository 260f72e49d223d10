const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const RFC_2822 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:([+-])(\d{2})(\d{2})|GMT|UTC?|Z)$/;
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a time of platform B: V2 writes RFC 2822 (`Tue, 05 Mar 2019 21:40:11 +0000`), V3 ISO 8601 with a zone.
 *
 * A text without a zone is refused, because it would be read in the zone of this machine.
 * @returns null for a missing value and for every value that is not a time
 */
export function parsePlatformTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (ISO_8601.test(text)) return validDate(Date.parse(text));
  const match = RFC_2822.exec(text);
  if (!match) return null;
  const [, day, month = '', year, hours, minutes, seconds, sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const monthIndex = MONTHS.indexOf(month);
  const time = Date.UTC(Number(year), monthIndex, Number(day), Number(hours), Number(minutes), Number(seconds));
  // Date.UTC turns the 31st of a short month into a day of the next month.
  if (monthIndex < 0 || new Date(time).getUTCDate() !== Number(day)) return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return validDate(sign === '-' ? time + offset : time - offset);
}

function validDate(time: number): Date | null {
  return Number.isNaN(time) ? null : new Date(time);
}
