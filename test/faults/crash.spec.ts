import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultScene } from '../setup/fault-scene.js';

let scene: FaultScene;
beforeEach(async () => {
  scene = await FaultScene.start();
});
afterEach(() => scene.end());

describe('kill -9 of the service in the middle of 2,000 deliveries', () => {
  it('loses no delivery that was answered 200, and counts none twice', async () => {
    const playing = scene.play();
    for (const count of [500, 1_200]) {
      await scene.answeredAtLeast(count);
      await scene.service.process.end('SIGKILL');
      await scene.expectAnsweredAreKept();
      await scene.restart();
    }
    await playing;
    expect(scene.statistics.deliveries).toBeGreaterThan(2_000);
    expect(scene.statistics.retried).toBeGreaterThan(0);
    await scene.expectAllCounted();
  });
});
