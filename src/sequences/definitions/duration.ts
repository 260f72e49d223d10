/** Years and months have no fixed length, so they are not among the parts. */
const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})(?:\.(\d{1,3}))?S)?)?$/;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY_MS = 24 * HOUR;

/** The longest delay of a step. */
export const LONGEST_MS = 366 * DAY_MS;

/**
 * Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds (`PT3S`, `P2D`, `P1DT12H`). A day
 * has 24 hours. Undefined if the text is not such a duration, or if it is longer than 366 days.
 */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1, 6).map((part) => Number(part ?? 0));
  const thousandths = Number((match[6] ?? '').padEnd(3, '0'));
  const total =
    (weeks ?? 0) * 7 * DAY_MS +
    (days ?? 0) * DAY_MS +
    (hours ?? 0) * HOUR +
    (minutes ?? 0) * MINUTE +
    (seconds ?? 0) * SECOND +
    thousandths;
  return total <= LONGEST_MS ? total : undefined;
}
