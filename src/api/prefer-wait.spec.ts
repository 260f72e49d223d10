import { describe, expect, it } from 'vitest';
import { waitSeconds } from './prefer-wait.js';

describe('the header Prefer', () => {
  it.each([
    [undefined, 0],
    ['respond-async', 0],
    ['wait=10', 10],
    ['respond-async, wait=10', 10],
    ['Wait = "5"', 5],
    [['respond-async', 'wait=7'], 7],
    ['wait=3, wait=9', 3],
    ['wait=600', 30],
    ['wait=-1', 0],
    ['wait=soon', 0],
    ['nowait=5', 0],
  ])('reads %j as %i seconds', (header, seconds) => {
    expect(waitSeconds(header)).toBe(seconds);
  });
});
