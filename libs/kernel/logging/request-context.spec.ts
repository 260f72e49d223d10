import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentRequestId, runInContext } from './request-context.js';

const inContext = <T>(requestId: string, work: () => Promise<T>): Promise<T> => runInContext({ requestId }, work);

describe('the context of a request', () => {
  it('reaches everything that the work awaits or starts', async () => {
    const seen = await inContext('one', async () => {
      await sleep(1);
      const started = Promise.all([sleep(1), Promise.resolve()]).then(currentRequestId);
      return [currentRequestId(), await started];
    });
    expect(seen).toEqual(['one', 'one']);
    expect(currentRequestId()).toBeUndefined();
  });

  it('stays when work ends that began before or after it', async () => {
    const seen: (string | undefined)[] = [];
    const note = async (milliseconds: number): Promise<void> => {
      await sleep(milliseconds);
      seen.push(currentRequestId());
    };
    await Promise.all([
      inContext('long', () => note(30)),
      inContext('short', () => note(5)),
      sleep(10).then(() => inContext('late', () => note(5))),
    ]);
    expect(seen).toEqual(['short', 'late', 'long']);
  });

  it('is there for the next work after all other work has ended or failed', async () => {
    const failing = inContext('failing', () => sleep(1).then(() => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(currentRequestId()).toBeUndefined();
    expect(await inContext('next', () => sleep(1).then(currentRequestId))).toBe('next');
  });
});
