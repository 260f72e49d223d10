import { isTimeZone } from '#libs/kernel';
import { describe, expect, it } from 'vitest';
import { usualZone } from './country-zones.js';
import { nextLocalHour } from './local-hour.js';

const next = (from: string, hour: number, zone: string): string =>
  nextLocalHour(new Date(from), hour, zone).toISOString();

describe('nextLocalHour', () => {
  it.each([
    ['later on the same day', '2026-06-10T05:00:00Z', 9, 'Europe/Berlin', '2026-06-10T07:00:00.000Z'],
    ['on the next day', '2026-06-10T08:00:00Z', 9, 'Europe/Berlin', '2026-06-11T07:00:00.000Z'],
    ['at once within the hour', '2026-06-10T07:20:30Z', 9, 'Europe/Berlin', '2026-06-10T07:20:30.000Z'],
    ['at once on the hour', '2026-06-10T07:00:00Z', 9, 'Europe/Berlin', '2026-06-10T07:00:00.000Z'],
    ['across the date line', '2026-06-10T23:00:00Z', 9, 'Pacific/Auckland', '2026-06-11T21:00:00.000Z'],
    ['in a zone with a half hour', '2026-06-10T00:00:00Z', 9, 'Asia/Kolkata', '2026-06-10T03:30:00.000Z'],
    ['before the change in spring', '2026-03-28T23:30:00Z', 1, 'Europe/Berlin', '2026-03-29T00:00:00.000Z'],
    ['at the change that skips the hour', '2026-03-28T23:30:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['after the change in spring', '2026-03-28T23:30:00Z', 9, 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
    ['the day after a skipped hour', '2026-03-29T05:00:00Z', 2, 'Europe/Berlin', '2026-03-30T00:00:00.000Z'],
    ['the first of the two hours in autumn', '2026-10-24T22:30:00Z', 2, 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
    ['after the change in autumn', '2026-10-24T22:30:00Z', 9, 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
    ['at once within the second of the two', '2026-10-25T01:10:00Z', 2, 'Europe/Berlin', '2026-10-25T01:10:00.000Z'],
    ['where midnight is skipped', '2026-09-05T20:00:00Z', 0, 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['in an unknown zone by UTC', '2026-06-10T05:00:00Z', 9, 'Mars/Olympus', '2026-06-10T09:00:00.000Z'],
  ] as const)('is %s', (_what, from, hour, zone, expected) => {
    expect(next(from, hour, zone)).toBe(expected);
  });

  it('is within 25 hours, shows the hour unless a change skips it, and is the first such instant', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu'];
    for (const zone of zones) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
      for (let quarter = 0; quarter < 365 * 4; quarter += 1) {
        const from = new Date(Date.UTC(2026, 0, 1) + quarter * 6 * 3_600_000 + 17 * 60_000);
        const hour = quarter % 24;
        const at = nextLocalHour(from, hour, zone);
        expect(+at - +from).toBeGreaterThanOrEqual(0);
        expect(+at - +from).toBeLessThanOrEqual(25 * 3_600_000);
        const shown = Number(clock.format(at));
        const before = Number(clock.format(+at - 1));
        expect(shown === hour || (before < hour && shown > hour)).toBe(true);
        expect(+at === +from || before !== hour).toBe(true);
      }
    }
  });
});

describe('usualZone', () => {
  it('is a known time zone for each country, and undefined otherwise', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const zones = letters.flatMap((a) => letters.flatMap((b) => usualZone(a + b) ?? []));
    expect(zones.length).toBeGreaterThan(240);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect([usualZone('US'), usualZone('AU'), usualZone('DE')]).toEqual([
      'America/New_York',
      'Australia/Sydney',
      'Europe/Berlin',
    ]);
    expect([usualZone('ZZ'), usualZone(null)]).toEqual([undefined, undefined]);
  });
});
