import { expect, it } from 'vitest';
import { endOfDay, fromWallClock, toWallClock } from './wall-clock.js';

it.each([
  ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
  ['2026-12-01T09:30', 'Europe/Berlin', '2026-12-01T08:30:00.000Z'],
  ['2026-03-29T04:00', 'Europe/Berlin', '2026-03-29T02:00:00.000Z'],
  ['2026-12-31T23:15', 'America/Los_Angeles', '2027-01-01T07:15:00.000Z'],
  ['2026-05-05T00:00', 'Asia/Kathmandu', '2026-05-04T18:15:00.000Z'],
])('%s on a clock of %s is %s', (local, zone, instant) => {
  expect(fromWallClock(local, zone)).toBe(instant);
  expect(toWallClock(instant, zone)).toBe(local);
});

it('reads an hour that the clock leaves out as an hour that it shows', () => {
  const instant = fromWallClock('2026-03-29T02:30', 'Europe/Berlin');
  expect(['2026-03-29T01:30', '2026-03-29T03:30']).toContain(toWallClock(instant, 'Europe/Berlin'));
});

it('shows nothing for a text that is no instant', () => {
  expect(toWallClock('', 'UTC')).toBe('');
});

it.each([
  ['2026-01-31', 'America/New_York', '2026-02-01T04:59:59.999Z'],
  ['2026-12-31', 'Asia/Tokyo', '2026-12-31T14:59:59.999Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
  ['2026-10-24', 'Europe/Berlin', '2026-10-24T21:59:59.999Z'],
  // The clock of Beirut goes from 0:00 to 1:00 on 29 March.
  ['2026-03-28', 'Asia/Beirut', '2026-03-28T21:59:59.999Z'],
])('%s in %s ends at %s', (day, zone, instant) => {
  expect(endOfDay(day, zone)).toBe(instant);
});
