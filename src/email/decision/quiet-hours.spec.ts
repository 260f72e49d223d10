import { describe, expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.js';

const NIGHT = { from: '22:00', to: '08:00' };

describe('quietUntil', () => {
  it.each([
    ['by day', '2026-06-10T12:00:00Z', NIGHT, 'Europe/Berlin', undefined],
    ['in the evening', '2026-06-10T20:00:00Z', NIGHT, 'Europe/Berlin', '2026-06-11T06:00:00Z'],
    ['just before they begin', '2026-06-10T19:59:59Z', NIGHT, 'Europe/Berlin', undefined],
    ['in the last second', '2026-06-11T05:59:59Z', NIGHT, 'Europe/Berlin', '2026-06-11T06:00:00Z'],
    ['at the moment they end', '2026-06-11T06:00:00Z', NIGHT, 'Europe/Berlin', undefined],
    ['across noon', '2026-06-10T10:30:00Z', { from: '12:00', to: '14:05' }, 'Europe/Berlin', '2026-06-10T12:05:00Z'],
    ['never, with equal times', '2026-06-10T10:30:00Z', { from: '12:30', to: '12:30' }, 'Europe/Berlin', undefined],
    ['in UTC, where nobody knows the zone', '2026-06-10T22:30:00Z', NIGHT, 'Mars/Base', '2026-06-11T08:00:00Z'],
    ['with half an hour of offset', '2026-06-10T17:00:00Z', NIGHT, 'Asia/Kolkata', '2026-06-11T02:30:00Z'],
    ['with three quarters', '2026-06-10T17:00:00Z', NIGHT, 'Asia/Kathmandu', '2026-06-11T02:15:00Z'],
    ['on the other side of the date line', '2026-06-10T10:30:00Z', NIGHT, 'Pacific/Kiritimati', '2026-06-10T18:00:00Z'],
    ['in the night of spring, an hour shorter', '2026-03-28T22:00:00Z', NIGHT, 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['in the night of autumn, an hour longer', '2026-10-24T20:00:00Z', NIGHT, 'Europe/Berlin', '2026-10-25T07:00:00Z'],
    // New York, 8 March 2026: 01:59 is followed by 03:00, so 02:30 never comes.
    [
      'ending in the hour left out',
      '2026-03-08T06:00:00Z',
      { from: '23:00', to: '02:30' },
      'America/New_York',
      '2026-03-08T07:00:00Z',
    ],
    // New York, 1 November 2026: 01:59 is followed by 01:00 again.
    [
      'ending in the hour repeated, the first time',
      '2026-11-01T04:00:00Z',
      { from: '23:00', to: '01:30' },
      'America/New_York',
      '2026-11-01T05:30:00Z',
    ],
    [
      'ending in the hour repeated, the second time',
      '2026-11-01T06:00:00Z',
      { from: '23:00', to: '01:30' },
      'America/New_York',
      '2026-11-01T06:30:00Z',
    ],
    [
      'that begin in the hour repeated',
      '2026-11-01T06:15:00Z',
      { from: '01:00', to: '05:00' },
      'America/New_York',
      '2026-11-01T10:00:00Z',
    ],
    // Lord Howe moves by half an hour.
    [
      'where the clock moves by half an hour',
      '2026-04-04T14:00:00Z',
      { from: '22:00', to: '06:00' },
      'Australia/Lord_Howe',
      '2026-04-04T19:30:00Z',
    ],
  ] as const)('holds %s', (_name, at, quiet, zone, end) => {
    expect(quietUntil(new Date(at), quiet, zone)?.toISOString().replace('.000Z', 'Z')).toBe(end);
  });

  it('never ends in quiet hours and never later than it has to, at any minute around both changes', () => {
    for (const start of ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']) {
      const quiet = { from: '21:10', to: '02:40' };
      for (let minute = 0; minute < 36 * 60; minute += 7) {
        const at = new Date(Date.parse(start) + minute * 60_000);
        const end = quietUntil(at, quiet, 'Europe/Berlin');
        if (!end) continue;
        expect(quietUntil(end, quiet, 'Europe/Berlin')).toBeUndefined();
        expect(quietUntil(new Date(end.getTime() - 60_000), quiet, 'Europe/Berlin')).toEqual(end);
      }
    }
  });
});
