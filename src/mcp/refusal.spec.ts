import { expect, it } from 'vitest';
import { refusalOf } from './refusal.js';

const refused = (status: number, problem?: object, headers: Record<string, string> = {}): string =>
  refusalOf(new Response(null, { status, headers }), problem).message;

it('lists the fields of bad input once, and says to correct them', () => {
  const errors = [{ pointer: '/criteria/minOrders', detail: 'must not be negative' }];
  const problem = {
    code: 'invalid_input',
    detail: '/criteria/minOrders: must not be negative',
    requestId: 'r1',
    errors,
  };
  expect(refused(422, problem)).toBe(
    [
      '422 invalid_input: the request has mistakes.',
      '- /criteria/minOrders must not be negative',
      'Correct the named fields, and call again.',
      'Request r1',
    ].join('\n'),
  );
});

it('says how long to wait, and what an answer without a problem document means', () => {
  expect(refused(429, { code: 'too_many' }, { 'retry-after': '7' })).toContain('Wait 7 seconds, then call again.');
  expect(refused(502)).toBe(
    '502: the service refused the request.\nThe service or a part of it is away. Try again in a minute.',
  );
});
