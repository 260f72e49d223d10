import { describe, expect, it } from 'vitest';
import { deliveryIdOf } from './delivery-id.js';

const RETAILER = '10000000-0000-4000-8000-000000000000';
const NOW = Date.parse('2026-11-02T12:00:00Z');
const OCTOBER = '00000000-5f01-';
const NOVEMBER = '00000000-5f02-';

const idOf = (triggeredAt: string | null, now = NOW) => deliveryIdOf(RETAILER, 'abc', triggeredAt, now);

describe('the id of a delivery', () => {
  it.each([
    ['the month of its event', '2026-11-01T00:00:00.000Z', NOVEMBER],
    ['the month of its event, which is over', '2026-10-31T23:59:59.999Z', OCTOBER],
    ['the present month, for an event that nobody repeats now', '2026-10-25T12:00:00.000Z', NOVEMBER],
    ['the present month, for a time in the future', '2027-01-01T00:00:00.000Z', NOVEMBER],
    ['the present month, without a time', null, NOVEMBER],
  ])('begins with %s', (_what, triggeredAt, month) => {
    expect(idOf(triggeredAt)).toMatch(new RegExp(`^${month}5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`));
  });

  it('is the same for a repeat in another month', () => {
    const event = '2026-10-31T23:59:00.000Z';
    expect(idOf(event, Date.parse('2026-11-02T23:00:00Z'))).toBe(idOf(event, Date.parse('2026-10-31T23:59:01Z')));
  });

  it('differs between deliveries and between retailers', () => {
    const ids = [idOf(null), deliveryIdOf(RETAILER, 'abd', null, NOW), deliveryIdOf(RETAILER.replace('1', '2'), 'abc')];
    expect(new Set(ids).size).toBe(3);
  });
});
