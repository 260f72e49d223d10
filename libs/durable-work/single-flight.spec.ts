import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  it('runs the work of a key once for all callers meanwhile, and again for the next caller', async () => {
    const flights = new SingleFlight<number>();
    let runs = 0;
    const work = (): Promise<number> => Promise.resolve((runs += 1));
    expect(await Promise.all([flights.run('a', work), flights.run('a', work)])).toEqual([1, 1]);
    expect(await flights.run('a', work)).toBe(2);
  });

  it('runs the work of different keys separately', async () => {
    const flights = new SingleFlight<string>();
    const both = [flights.run('a', () => Promise.resolve('a')), flights.run('b', () => Promise.resolve('b'))];
    expect([flights.has('a'), flights.has('c')]).toEqual([true, false]);
    expect(await Promise.all(both)).toEqual(['a', 'b']);
    expect(flights.has('a')).toBe(false);
  });

  it('rejects all callers that share a failed run, and runs again for the next caller', async () => {
    const flights = new SingleFlight<string>();
    const fail = () => Promise.reject(new Error('no'));
    const outcomes = await Promise.allSettled([flights.run('a', fail), flights.run('a', fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flights.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
