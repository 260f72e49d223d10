import { describe, expect, it } from 'vitest';
import { mapSubscriber } from './subscriber.mapper.js';

const row = (changes: object = {}) => ({
  id: 5,
  email: ' Ann@Example.com',
  consents: ['marketing_newsletter'],
  date_created: '2026-01-01T00:00:00Z',
  date_modified: '2026-02-01T00:00:00Z',
  ...changes,
});

describe('a row of the newsletter list', () => {
  it.each([
    ['the newsletter', ['abandoned_cart', 'marketing_newsletter'], 'subscribed'],
    ['another consent only', ['abandoned_cart'], 'unsubscribed'],
    ['no consent', [], 'unsubscribed'],
    ['nothing about consents', null, 'unsubscribed'],
  ])('with %s', (_what, consents, marketing) => {
    expect(mapSubscriber(row({ consents }))).toEqual({
      subscriberId: '5',
      email: 'ann@example.com',
      marketing,
      decidedAt: new Date('2026-02-01T00:00:00Z'),
    });
  });

  it('has the time of its creation until it changes', () => {
    expect(mapSubscriber(row({ date_modified: null })).decidedAt).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it.each([
    ['address', { email: '' }],
    ['time', { date_created: '', date_modified: '' }],
  ])('cannot be used without %s', (_what, changes) => {
    expect(() => mapSubscriber(row(changes))).toThrow('subscriber');
  });
});
