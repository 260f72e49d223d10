import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  it('shares the work of a key among those who ask while it runs, and runs it again for the next', async () => {
    const flights = new SingleFlight<number>();
    let runs = 0;
    const work = (): Promise<number> => Promise.resolve((runs += 1));
    expect(await Promise.all([flights.run('a', work), flights.run('a', work)])).toEqual([1, 1]);
    expect(await flights.run('a', work)).toBe(2);
  });

  it('keeps keys apart', async () => {
    const flights = new SingleFlight<string>();
    const both = [flights.run('a', () => Promise.resolve('a')), flights.run('b', () => Promise.resolve('b'))];
    expect([flights.has('a'), flights.has('c')]).toEqual([true, false]);
    expect(await Promise.all(both)).toEqual(['a', 'b']);
    expect(flights.has('a')).toBe(false);
  });

  it('gives a failure to all who share it, and tries again for the next', async () => {
    const flights = new SingleFlight<string>();
    const fail = () => Promise.reject(new Error('no'));
    const outcomes = await Promise.allSettled([flights.run('a', fail), flights.run('a', fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flights.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
