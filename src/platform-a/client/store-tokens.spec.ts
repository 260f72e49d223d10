import { describe, expect, it } from 'vitest';
import { credentialsOf, isDue, mayHaveDied } from './store-tokens.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const answer = { accessToken: 'new', scope: 'read_orders, read_products', refreshToken: 'next', expiresIn: 3_600 };

describe('credentialsOf', () => {
  it('turns seconds from now into instants', () => {
    expect(credentialsOf({ ...answer, refreshTokenExpiresIn: 7_776_000 }, NOW)).toEqual({
      accessToken: 'new',
      refreshToken: 'next',
      expiresAt: inSeconds(3_600),
      refreshExpiresAt: inSeconds(7_776_000),
      issuedAt: NOW,
      scopes: ['read_orders', 'read_products'],
    });
  });

  it('does not take a missing expiry for "never"', () => {
    const { expiresIn: _, ...rest } = answer;
    const credentials = credentialsOf(rest, NOW);
    expect(credentials.expiresAt).toBeNull();
    expect(isDue(credentials, NOW)).toBe(true);
  });

  it('takes a renewed token without an expiry for a short-lived one', () => {
    const { expiresIn: _, ...rest } = answer;
    const credentials = credentialsOf(rest, NOW, { refreshToken: 'used', refreshExpiresAt: null });
    expect([299, 301].map((seconds) => isDue(credentials, inSeconds(seconds)))).toEqual([false, true]);
  });

  it('keeps the refresh token that was used where the answer brings none', () => {
    const { refreshToken: _, ...rest } = answer;
    const before = { refreshToken: 'used', refreshExpiresAt: inSeconds(60) };
    expect(credentialsOf(rest, NOW, before)).toMatchObject(before);
  });
});

describe('isDue', () => {
  const held = credentialsOf(answer, inSeconds(-3_300));

  it.each([
    ['five minutes before the end', inSeconds(300), false],
    ['a moment later', inSeconds(299), true],
    ['after the end', inSeconds(-1), true],
  ])('%s', (_, expiresAt, due) => {
    expect(isDue({ ...held, expiresAt }, NOW)).toBe(due);
  });

  it('leaves a short-lived token alone for the first half of its life', () => {
    const short = credentialsOf({ ...answer, expiresIn: 60 }, NOW);
    expect([30, 31].map((seconds) => isDue(short, inSeconds(seconds)))).toEqual([false, true]);
  });

  it('never asks to renew a token that has no refresh token', () => {
    expect(isDue({ ...held, refreshToken: null, expiresAt: null }, NOW)).toBe(false);
  });
});

describe('a refused token that is not due', () => {
  const held = credentialsOf(answer, NOW);

  it.each([
    ['is worth a renewal', 600, 'next', true],
    ['is not while it is fresh', 599, 'next', false],
    ['is not where nothing can renew it', 600, null, false],
  ])('%s', (_, age, refreshToken, worth) => {
    expect(mayHaveDied({ ...held, refreshToken }, inSeconds(age))).toBe(worth);
  });
});
