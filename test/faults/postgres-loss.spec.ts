import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalServer, startPostgres } from '#libs/local-services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { FaultScene } from '../setup/fault-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { deliver } from '../setup/webhooks.js';

let dataDir: string;
let port: number;
let postgres: LocalServer;
let scene: FaultScene;

const start = (): Promise<LocalServer> => startPostgres({ dataDir, port, durable: false });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rekindle-postgres-'));
  port = await quietPort();
  postgres = await start();
  scene = await FaultScene.start({ DATABASE_URL: postgres.url, QUEUE_PREFIX: dataDir });
});
afterEach(async () => {
  await scene.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('Postgres stopped and started in the middle of 2,000 deliveries', () => {
  it('gives 503 while Postgres is down, and loses no delivery that was answered 200', async () => {
    const playing = scene.play();
    for (const [count, how] of [
      [500, 'kill'],
      [1_200, 'stop'],
    ] as const) {
      await scene.answeredAtLeast(count);
      await postgres[how]();
      await expectUnavailable();
      postgres = await start();
      await scene.expectAnsweredAreKept();
    }
    await playing;
    expect(scene.statistics.byStatus).toMatchObject({ 200: scene.statistics.deliveries });
    expect(Object.keys(scene.statistics.byStatus)).toEqual(['200', '503']);
    await scene.expectAllCounted();
    expect(scene.service.process.exit, scene.service.process.output).toBeUndefined();
  });
});

async function expectUnavailable(): Promise<void> {
  const answer = await deliver(scene.url, { topic: 'orders/create', body: json(anOrder()) });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject({ status: 503, code: 'datastore_unavailable' });
  expect((await fetch(`${scene.url}/health/live`)).status).toBe(200);
}
