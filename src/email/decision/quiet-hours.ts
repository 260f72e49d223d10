import { isTimeZone } from '#libs/kernel';
import type { QuietHours } from '../ledger/sending-rules.dto.js';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** Clock changes happen at whole quarters of an hour in every time zone. */
const CLOCK_STEP = 15;
/** Quiet hours last at most a day plus a repeated hour; a longer search would be a bug. */
const MAX_STEPS = 26 * 4 + 8;

/**
 * When the quiet hours at `at` end; undefined outside of quiet hours. The local clock of the time zone decides: an
 * hour that the change in spring skips is not waited for, and an hour that the change in autumn repeats is quiet both
 * times.
 */
export function quietUntil(at: Date, quiet: QuietHours, timeZone: string): Date | undefined {
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  let moment = Math.floor(at.getTime() / MINUTE) * MINUTE;
  let moved = false;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const wall = wallMinutes(moment, timeZone);
    if (!isQuiet(wall, from, to)) return moved ? new Date(moment) : undefined;
    const left = (to - wall + DAY_MINUTES) % DAY_MINUTES;
    const toNextStep = CLOCK_STEP - (Math.floor(moment / MINUTE) % CLOCK_STEP);
    moment += Math.min(left, toNextStep) * MINUTE;
    moved = true;
  }
  return new Date(moment);
}

/** Equal times mean no quiet hours. */
function isQuiet(wall: number, from: number, to: number): boolean {
  return from <= to ? wall >= from && wall < to : wall >= from || wall < to;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

const clocks = new Map<string, Intl.DateTimeFormat>();

/** An unknown time zone counts as UTC, because an error would stop other stores' emails in the same group commit. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

const wallMinutes = (moment: number, timeZone: string): number => minutesOf(clockOf(timeZone).format(moment));
