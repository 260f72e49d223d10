/** RFC 3339 with up to nine fraction digits. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2200, 0, 1);

/** Whether the calendar has the day, written YYYY-MM-DD: a Date takes February 30 for March 2. */
export const isCalendarDay = (day: string): boolean => new Date(day).getUTCDate() === Number(day.slice(8));

/**
 * A time that somebody else wrote, as ISO 8601 in UTC; null where it is none from 1970 to 2199. What JavaScript takes
 * Postgres may still refuse, and the whole statement with it: the day, an offset of 18 hours, the year 58859.
 */
export function plausibleTime(given: string | Date): string | null {
  if (typeof given === 'string' && !(TIME.test(given) && isCalendarDay(given.slice(0, 10)))) return null;
  const time = new Date(given);
  return time.getTime() >= FIRST && time.getTime() < LAST ? time.toISOString() : null;
}

/** Names of IANA only: an offset such as +01:00, which newer engines know too, would ignore daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
