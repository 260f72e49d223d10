import { describe, expect, it } from 'vitest';
import { planHooks } from './webhook-plan.js';

const HERE = 'https://app.example/hook';
const WANTED = { destination: HERE, headers: { 'x-token': 't' } };
const hook = (id: number, changes: object = {}) => ({
  id,
  scope: 'a',
  destination: HERE,
  is_active: true,
  headers: { 'X-Token': 't' },
  ...changes,
});
const plan = (...existing: ReturnType<typeof hook>[]) =>
  planHooks(['a'], WANTED, existing).map((action) =>
    action.kind === 'create' ? 'create' : `${action.kind} ${action.id}`,
  );

describe('planHooks', () => {
  it.each([
    ['creates what is missing', [], ['create']],
    ['leaves what is right', [hook(1)], []],
    ['revives what is off', [hook(1, { is_active: false })], ['update 1']],
    ['renews another secret', [hook(1, { headers: { 'x-token': 'old' } })], ['update 1']],
    ['adds a secret where there is none', [hook(1, { headers: null })], ['update 1']],
    ['moves one from where we lived before', [hook(1, { destination: 'https://old.example' })], ['update 1']],
    ['leaves the old one of a scope that is here', [hook(1, { destination: 'https://old.example' }), hook(2)], []],
    [
      'deletes a double and what is not wanted here',
      [hook(1), hook(2), hook(3, { scope: 'b' })],
      ['delete 2', 'delete 3'],
    ],
    ['leaves other scopes elsewhere', [hook(1), hook(4, { scope: 'b', destination: 'https://x.example' })], []],
  ])('%s', (_what, existing, actions) => {
    expect(plan(...existing)).toEqual(actions);
  });
});
