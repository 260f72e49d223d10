import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdleApp } from '../setup/idle-app.js';
import {
  type Command,
  type Landing,
  MEMBERS,
  type Policy,
  type SegmentName,
  SequenceScene,
} from '../setup/sequence-scene.js';

let app: IdleApp;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const segment = fc.constantFrom<SegmentName>('A', 'B');
const landing = fc.constantFrom<Landing>('sent', 'sent', 'unknown', 'failed', 'sending');
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('execute' as const), segment, repeat: rarely() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('executeTwice' as const), segment }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('plan' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const, 'resume' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      landings: fc.array(landing, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      customers: fc.uniqueArray(fc.constantFrom(...MEMBERS.A), { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 12 }) }) },
);

function rarely(): fc.Arbitrary<boolean> {
  return fc.integer({ min: 0, max: 5 }).map((n) => n === 0);
}

describe('runs, cancels, entries, pauses and re-entries in any order', () => {
  it.each<[Policy]>([[{ policy: 'once' }], [{ policy: 'after', days: 10 }]])(
    'send to each person at most as often as the policy %j allows',
    async (policy) => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 40, size: 'max' }), async (commands) => {
          const scene = await SequenceScene.set(app, policy);
          for (const each of commands) await scene.run(each);
          const least = policy.policy === 'once' ? Infinity : policy.days;
          expect(scene.daysBetween().filter((days) => days < least)).toEqual([]);
        }),
        { numRuns: 12, interruptAfterTimeLimit: 60_000 },
      );
    },
    150_000,
  );
});
