/** RFC 3339 with up to nine fraction digits. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2200, 0, 1);

/** Whether the day (YYYY-MM-DD) exists. A Date would accept February 30 as March 2. */
export const isCalendarDay = (day: string): boolean => new Date(day).getUTCDate() === Number(day.slice(8));

/**
 * A time from outside as ISO 8601 in UTC; null unless it is between 1970 and 2199. JavaScript accepts February 30,
 * offsets of 18 hours and the year 58859. Postgres refuses these, and with them the whole statement.
 */
export function plausibleTime(given: string | Date): string | null {
  if (typeof given === 'string' && !(TIME.test(given) && isCalendarDay(given.slice(0, 10)))) return null;
  const time = new Date(given);
  return time.getTime() >= FIRST && time.getTime() < LAST ? time.toISOString() : null;
}

/** Accepts only IANA names. Newer engines also know offsets such as +01:00, which ignore daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
