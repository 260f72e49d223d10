import { isTimeZone } from '#libs/kernel';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day may be missing where a zone moves across the date line. */
const MOST_DAYS = 3;

/**
 * The first instant, not before `from`, at which the clock of the time zone shows the hour; `from` itself within the
 * hour. Where the change in spring skips the hour, it is the moment of the change. Where the change in autumn repeats
 * the hour, it is the first of the two.
 */
export function nextLocalHour(from: Date, hour: number, timeZone: string): Date {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const local = from.getTime() + offsetAt(from.getTime(), zone);
  if (new Date(local).getUTCHours() === hour) return from;
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  for (let day = 0; day < MOST_DAYS; day += 1) {
    const at = instantOf(midnight + day * DAY_MS + hour * HOUR_MS, zone);
    if (at >= from.getTime()) return new Date(at);
  }
  return from;
}

/** The first instant at which the clock shows `local`, or the moment of the change that skips it. */
function instantOf(local: number, zone: string): number {
  const before = local - offsetAt(local - DAY_MS, zone);
  const after = local - offsetAt(local + DAY_MS, zone);
  const shows = (at: number): boolean => at + offsetAt(at, zone) === local;
  return shows(before) || !shows(after) ? before : after;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...digits });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Milliseconds that the clock of the zone is ahead of UTC at the instant. */
function offsetAt(at: number, zone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  const shown = new Map(
    clockOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: string): number => shown.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - whole;
}
