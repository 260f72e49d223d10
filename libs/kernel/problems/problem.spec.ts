import { describe, expect, it } from 'vitest';
import { toProblem } from './problem.js';

const answerTo = (code: string) =>
  toProblem(Object.assign(new Error('invalid byte sequence'), { code }), 'mine-1', 'https://x.example');

describe('an error of Postgres', () => {
  it.each(['22021', '22P05'])('is a 400 where Postgres can not store a text (%s)', (code) => {
    const { problem, unexpected } = answerTo(code);
    expect(problem).toMatchObject({ status: 400, code: 'malformed_request', requestId: 'mine-1' });
    expect(problem.detail).not.toContain('byte sequence');
    expect(unexpected).toBe(false);
  });

  it.each([
    ['23505', 500, true],
    ['57P01', 503, true],
    ['25006', 503, true],
  ])('is none otherwise (%s)', (code, status, unexpected) => {
    expect(answerTo(code)).toMatchObject({ problem: { status }, unexpected });
  });
});
