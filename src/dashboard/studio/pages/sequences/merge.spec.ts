import { describe, expect, it } from 'vitest';
import { differences, firstChoice, merged, type Side } from '../../ui/merge.js';
import type { Definition } from './calls.js';
import { fromParts, sharedSteps, toParts } from './merge.js';

const step = (id: string, more: object = {}) => ({ id, delay: 'P1D', subject: `About ${id}`, body: 'Hello', ...more });
const body = (more: object = {}): Definition => ({
  brandId: 'b',
  name: 'Win back',
  segment: 'Away',
  steps: [step('one'), step('two')],
  ...more,
});

function compare(base: Definition, mine: Definition, theirs: Definition) {
  const shared = sharedSteps(mine, theirs);
  const [own, other] = [toParts(mine, shared), toParts(theirs, shared)];
  const found = differences(toParts(base, shared), own, other);
  return {
    found: found.map(({ part, by }) => `${part}: ${by}`),
    with: (chosen: Readonly<Record<string, Side>> = {}): Definition =>
      fromParts(merged(own, other, new Map([...firstChoice(found), ...Object.entries(chosen)])), mine, theirs),
  };
}

describe('two versions of a sequence', () => {
  it('are the same where both changed the same', () => {
    expect(compare(body(), body({ name: 'A' }), body({ name: 'A' })).found).toEqual([]);
  });

  it('join what each changed alone, field by field', () => {
    const mine = body({ name: 'Mine', steps: [step('one', { subject: 'My subject' }), step('two')] });
    const theirs = body({ exitOnOrder: false, steps: [step('one', { delay: 'P9D' }), step('two')] });
    const { found, with: take } = compare(body(), mine, theirs);
    expect(found).toEqual(['name: mine', 'step one delay: theirs', 'step one subject: mine', 'exitOnOrder: theirs']);
    expect(take()).toEqual(
      body({
        name: 'Mine',
        exitOnOrder: false,
        steps: [step('one', { subject: 'My subject', delay: 'P9D' }), step('two')],
      }),
    );
  });

  it('leave the choice where both changed the same field', () => {
    const [mine, theirs] = [body({ name: 'Mine' }), body({ name: 'Theirs' })];
    const { found, with: take } = compare(body(), mine, theirs);
    expect(found).toEqual(['name: both']);
    expect(take()).toEqual(mine);
    expect(take({ name: 'theirs' })).toEqual(theirs);
  });

  it('take or leave an email that one of them added or removed, at its place', () => {
    const theirs = body({ steps: [step('one'), step('between'), step('two')] });
    const added = compare(body(), body({ name: 'Mine' }), theirs);
    expect(added.found).toEqual(['name: mine', 'step between: theirs']);
    expect(added.with()).toEqual({ ...theirs, name: 'Mine' });
    expect(added.with({ 'step between': 'mine' })).toEqual(body({ name: 'Mine' }));
    const removed = compare(body(), body({ steps: [step('two')] }), body({ segment: 'Others' }));
    expect(removed.found).toEqual(['segment: theirs', 'step one: mine']);
    expect(removed.with()).toEqual(body({ segment: 'Others', steps: [step('two')] }));
    expect(removed.with({ 'step one': 'theirs' })).toEqual(body({ segment: 'Others' }));
  });

  it('keep the order that one of them chose', () => {
    const theirs = body({ steps: [step('two'), step('one')] });
    const { found, with: take } = compare(body(), body(), theirs);
    expect(found).toEqual(['steps: theirs']);
    expect(take()).toEqual(theirs);
    expect(take({ steps: 'mine' })).toEqual(body());
  });

  it('lose a field that the chosen version does not have', () => {
    const base = body({ quietHours: { from: '21:00', to: '08:00' } });
    expect(compare(base, base, body()).with()).toEqual(body());
    expect(compare(base, base, body()).with({ quietHours: 'mine' })).toEqual(base);
  });
});
