import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Experiment, type ExperimentScope } from '../../src/lift/experiments/experiment.entity.js';
import { SequenceLifecycleService } from '../../src/sequences/sequence-lifecycle.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { WonBackService } from '../../src/studio/won-back.service.js';
import { given } from '../factories/given.js';
import { ExperimentScene } from '../setup/experiment-scene.js';
import { IdleApp } from '../setup/idle-app.js';
import { step } from '../setup/sequence-store.js';

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const wonBack = ({ retailerId, brandId }: ExperimentScene) =>
  app.get(WonBackService).of({ retailerId, id: brandId }, 'en');

/** An experiment that began `daysAgo` and has nobody yet. */
async function experiment(
  { retailerId, brandId, ago }: Pick<ExperimentScene, 'retailerId' | 'brandId' | 'ago'>,
  scope: ExperimentScope,
  scopeId: string,
  daysAgo: number,
): Promise<void> {
  const settings = { number: 1, percent: 50, windowMs: 1_000, salt: 'b'.repeat(32), startedAt: ago(daysAgo) };
  await given(app).insert(Experiment, { retailerId, id: randomUUID(), scope, scopeId, brandId, ...settings });
}

describe('what the home page says is won back', () => {
  let scene: ExperimentScene;
  const sequence = { id: '', name: 'Lift' };
  const newer = 'newer-one';
  beforeAll(async () => {
    scene = await ExperimentScene.set(app, 60);
    sequence.id = scene.sequenceId;
    await app
      .get(SequencesService)
      .put(newer, { brandId: scene.brandId, name: 'Newer', segment: 'All', steps: [step('one')] as never });
  });
  const place = () => ({
    retailerId: scene.retailerId,
    brandId: scene.brandId,
    ago: (days: number) => scene.ago(days),
  });

  it('is about the newest sequence that held somebody back, while none says anything', async () => {
    expect(await wonBack(scene)).toMatchObject({ sequence });
    await experiment(place(), 'sequence', newer, 1);
    expect(await wonBack(scene)).toMatchObject({ sequence: { id: newer, name: 'Newer' } });
  });

  it('is about the newest sequence whose comparison says something', async () => {
    for (let customer = 1; customer <= 60; customer += 1) {
      await scene.assign({ records: [customer], held: customer > 30, daysAgo: 20 });
      if (customer <= 9 || customer > 54) await scene.order(`o${customer}`, customer);
    }
    await scene.work();
    await scene.fold();
    const answer = await wonBack(scene);
    expect(answer).toMatchObject({ sequence, chart: `/retailer/sequences/${sequence.id}/results.svg` });
    expect(answer?.sentences[0]).toMatch(/^9 of 30 came back/);
  });

  it('is about all sequences where the brand holds people back', async () => {
    await experiment(place(), 'brand', scene.brandId, 1);
    const chart = `/retailer/brands/${scene.brandId}/results.svg`;
    expect(await wonBack(scene)).toMatchObject({ sequence: null, chart });
  });

  it('does not speak of sequences that were deleted, or of a brand that held nobody back', async () => {
    const other = await ExperimentScene.set(app, 1);
    expect(await wonBack(other)).toMatchObject({ sequence: { id: other.sequenceId } });
    await app.get(SequenceLifecycleService).delete(other.sequenceId);
    expect(await wonBack(other)).toBeNull();
  });
});
