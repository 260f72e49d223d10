import { describe, expect, it } from 'vitest';
import { isTimeZone, plausibleTime } from './times.js';

describe('plausibleTime', () => {
  it.each([
    ['2026-05-02T10:00:00Z', '2026-05-02T10:00:00.000Z'],
    ['2026-05-02T10:00:00.123456789-04:00', '2026-05-02T14:00:00.123Z'],
    ['2028-02-29T23:59:59+18:00', '2028-02-29T05:59:59.000Z'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
  ])('reads %s as ISO 8601 in UTC', (given, time) => {
    expect(plausibleTime(given)).toBe(time);
  });

  it.each([
    [''],
    ['yesterday'],
    ['2026-05-02'],
    ['2026-05-02T10:00:00'],
    ['2026-02-29T10:00:00Z'],
    ['2026-13-01T10:00:00Z'],
    ['2026-05-02T25:00:00Z'],
    ['2026-05-02T10:00:00+99:99'],
    ['0000-01-01T00:00:00Z'],
    ['1969-12-31T23:59:59Z'],
    ['2200-01-01T00:00:00Z'],
    [new Date(Number.NaN)],
    [new Date(1_795_000_000_000_000)],
  ])('reads no time from the implausible %s', (given) => {
    expect(plausibleTime(given)).toBeNull();
  });
});

describe('isTimeZone', () => {
  it('accepts only names of IANA time zones', () => {
    expect(['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia'].every(isTimeZone)).toBe(true);
    expect(['Mars/Olympus', '', 'Berlin', '+01:00'].some(isTimeZone)).toBe(false);
  });
});
