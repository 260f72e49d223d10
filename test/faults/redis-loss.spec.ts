import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalServer, startRedis } from '#libs/local-services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultScene } from '../setup/fault-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { cacheDir } from '../setup/servers.js';

let dataDir: string;
let port: number;
let redis: LocalServer;
let scene: FaultScene;

const start = (): Promise<LocalServer> => startRedis({ dataDir, cacheDir, port });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rekindle-redis-'));
  port = await quietPort();
  redis = await start();
  scene = await FaultScene.start({ REDIS_URL: redis.url });
});
afterEach(async () => {
  await scene.end();
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('Redis killed and emptied in the middle of 2,000 deliveries', () => {
  it('fails no request, and every delivery is counted once when Redis is back', async () => {
    const playing = scene.play();
    await scene.answeredAtLeast(500);
    await redis.kill();
    await rm(join(dataDir, 'redis/data'), { recursive: true });
    const before = scene.answered.length;
    await scene.answeredAtLeast(before + 700);
    redis = await start();
    await playing;
    expect(scene.answered.filter(({ attempts }) => attempts > 1)).toEqual([]);
    await scene.expectAllCounted();
    expect(scene.service.process.exit, scene.service.process.output).toBeUndefined();
  });

  it('does not prevent an orderly stop of the service', async () => {
    const playing = scene.play();
    await scene.answeredAtLeast(100);
    await redis.kill();
    await scene.answeredAtLeast(300);
    const exit = await scene.service.process.end('SIGTERM');
    expect(exit, scene.service.process.output).toEqual({ code: 0, signal: null });
    await scene.expectAnsweredAreAllThatIsKept();
    await scene.giveUp();
    await playing;
  });
});
