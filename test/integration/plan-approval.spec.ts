import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { SequencePlan } from '../../src/sequences/approval/sequence-plan.entity.js';
import { OfferReadinessService } from '../../src/offers/offer-readiness.service.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { type Change, PEOPLE, PlanScene } from '../setup/plan-scene.js';

/** `PLAN_CHANGES=10000` tries as many random changes. */
const RUNS = Number(process.env['PLAN_CHANGES'] ?? 100);

let app: IdleApp;
let scene: PlanScene;
beforeAll(async () => {
  app = await IdleApp.start();
  // The store itself, which would be asked for its permissions, is not part of a plan.
  vi.spyOn(app.get(OfferReadinessService), 'assertLive').mockResolvedValue();
  scene = await PlanScene.set(app);
});
afterAll(() => app?.stop());

const person = fc.integer({ min: 0, max: PEOPLE - 1 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('enter' as const, 'leave' as const), person }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('suppress' as const, 'allow' as const), person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      person,
      marketing: fc.constantFrom('subscribed' as const, 'unsubscribed' as const, 'unknown' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), person }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'rewrite' as const }, { do: 'offer' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'rename' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      approval: fc.constantFrom('approved' as const, 'rejected' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'elsewhere' as const }) },
);

const outcomeOf = (sent: Promise<string>) =>
  sent.then(
    () => ({ code: 'started', changed: [] as readonly string[] }),
    (error: unknown) => {
      const { code, extra } = error as { code: string; extra: { members?: { changed?: readonly string[] } } };
      return { code, changed: extra.members?.changed ?? [] };
    },
  );

it(
  'sends what was planned, and refuses it after any change that it depends on',
  { timeout: RUNS * 5_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
        const planHash = await scene.plan();
        const before = scene.parts;
        for (const each of changes) await scene.change(each);
        const now = scene.parts;
        const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]));
        const outcome = await outcomeOf(scene.send(planHash));
        expect({ ...outcome, changed: outcome.changed.toSorted() }).toEqual({
          code: changed.length === 0 ? 'started' : 'plan_changed',
          changed: changed.toSorted(),
        });
        expect((await scene.plan()) === planHash).toBe(changed.length === 0);
        await scene.clear();
      }),
      { numRuns: RUNS },
    );
  },
);

describe('a plan', () => {
  it('has the same hash while nothing changes, and other hashes are refused', async () => {
    const planHash = await scene.plan();
    expect(await scene.plan()).toBe(planHash);
    const invented = planHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await outcomeOf(scene.send(invented))).toMatchObject({ code: 'invalid_input' });
    await scene.clear();
  });

  it('is valid for a day', async () => {
    const planHash = await scene.plan();
    await given(app).backdate(SequencePlan, 'expiresAt', '24 hours', { hash: planHash });
    expect(await outcomeOf(scene.send(planHash))).toMatchObject({ code: 'plan_expired' });
    expect(await scene.plan()).toBe(planHash);
    expect(await outcomeOf(scene.send(planHash))).toMatchObject({ code: 'started' });
    expect(await stored(app).rows(Execution, { mode: 'live' }, 'planHash')).toEqual([{ planHash }]);
    await scene.clear();
  });
});
