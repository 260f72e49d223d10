import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Marketing } from '../model/customer.entity.js';
import { emptyCustomer } from '../intake/merge.js';
import { Identities } from './identities.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const nothingStored = (): Identities => new Identities([], new Map());
const merge = (externalId: string, keptExternalId: string, hour = 12) => ({ externalId, keptExternalId, at: at(hour) });
const remaining = (one: Identities) => ['a', 'b', 'c'].map((id) => one.remaining(id));
const say = (one: Identities, externalId: string, marketing: Marketing, hour: number): void =>
  one.say(externalId, { externalId, marketing, decidedAt: at(hour) });

describe('Identities', () => {
  it('lead every id of a chain to the last one, in whatever order the merges arrive', () => {
    for (const order of [
      [merge('a', 'b'), merge('b', 'c')],
      [merge('b', 'c'), merge('a', 'b')],
    ]) {
      const identities = nothingStored();
      for (const one of [...order, ...order]) identities.merge(one);
      expect(remaining(identities)).toEqual(['c', 'c', 'c']);
    }
  });

  it('leave a circle, and a second merge of the same id, without effect', () => {
    const identities = nothingStored();
    identities.merge(merge('a', 'b'));
    expect(identities.merge(merge('b', 'a'))).toBeUndefined();
    expect(identities.merge(merge('a', 'c'))).toBeUndefined();
    expect(identities.remaining('a')).toBe('b');
  });

  it('let a merge win over a deletion of the same id', () => {
    for (const steps of [['delete', 'merge'] as const, ['merge', 'delete'] as const]) {
      const identities = nothingStored();
      for (const step of steps) {
        if (step === 'delete') identities.delete('a');
        else identities.merge(merge('a', 'b'));
      }
      expect(identities.remaining('a')).toBe('b');
    }
  });

  it('have nobody left for a customer who was deleted after a merge', () => {
    const identities = nothingStored();
    identities.merge(merge('a', 'b'));
    identities.delete('b');
    expect(identities.remaining('a')).toBeNull();
    expect(identities.rootOf('a')).toBe('b');
  });

  const cases: readonly (readonly [kept: Marketing, gone: Marketing, settled: Marketing])[] = [
    ['subscribed', 'unsubscribed', 'unsubscribed'],
    ['unsubscribed', 'subscribed', 'unsubscribed'],
    ['subscribed', 'unknown', 'subscribed'],
    ['unknown', 'subscribed', 'unknown'],
    ['unknown', 'unsubscribed', 'unsubscribed'],
  ];
  it.each(cases)('settle %s, with %s of the merged customer, as %s', (kept, gone, settled) => {
    const identities = nothingStored();
    identities.merge(merge('a', 'b'));
    say(identities, 'a', gone, 2);
    say(identities, 'b', kept, 3);
    expect(identities.settled('b', null).marketing).toBe(settled);
  });

  it('let a decision after the merge stand', () => {
    const identities = nothingStored();
    say(identities, 'a', 'unsubscribed', 2);
    identities.merge(merge('a', 'b', 12));
    say(identities, 'b', 'subscribed', 13);
    expect(identities.settled('b', null)).toMatchObject({ marketing: 'subscribed', decidedAt: at(13) });
  });

  it('take the language of the latest order of any id', () => {
    const row = { ...emptyCustomer('1', 'a'), language: 'de', languageSaidAt: at(5) };
    const identities = new Identities([], new Map([['a', row]]));
    identities.merge(merge('a', 'b'));
    expect(identities.settled('b', null).language).toEqual({ tag: 'de', saidAt: at(5) });
  });

  it('end the same for any order and any repeats', () => {
    const steps = [
      (one: Identities) => void one.merge(merge('a', 'b', 8)),
      (one: Identities) => void one.merge(merge('b', 'c', 9)),
      (one: Identities) => void one.merge(merge('a', 'b', 10)),
      (one: Identities) => void one.delete('a'),
      (one: Identities) => say(one, 'a', 'unsubscribed', 3),
      (one: Identities) => say(one, 'a', 'subscribed', 1),
      (one: Identities) => say(one, 'c', 'subscribed', 7),
    ];
    const ending = (order: readonly number[]): unknown => {
      const identities = nothingStored();
      for (const index of order) steps[index]?.(identities);
      return [identities.settled('c', null), remaining(identities)];
    };
    const all = [...steps.keys()];
    const expected = ending(all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all), (order, repeats) => {
        expect(ending([...order, ...repeats])).toEqual(expected);
      }),
    );
  });
});
