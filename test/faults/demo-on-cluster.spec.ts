import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { Demo } from '../../bench/studio-gallery/demo.js';
import { findRedisBinary, RedisCluster } from '../setup/redis-nodes.js';

const binary = await findRedisBinary();
const AWAY = 'This machine has no redis-server or valkey-server, and none could be downloaded.';

/** About 900 deliveries on platform A, and half as many on platform B. */
const CUSTOMERS = '150';

describe.skipIf(!binary)(`the demo on a Redis Cluster${binary ? '' : ` (skipped: ${AWAY})`}`, () => {
  let cluster: RedisCluster;
  let demo: Demo;
  beforeEach(async () => {
    if (!binary) return;
    cluster = await RedisCluster.start(binary);
    demo = await Demo.start(['--exit', '--customers', CUSTOMERS], cluster.url);
  });
  afterEach(async () => {
    await demo?.stop();
    await cluster?.stop();
  });

  it('has every figure as expected while a slot moves and masters are killed', async () => {
    onTestFailed(() => void process.stderr.write(demo.output));
    await demo.printed(/deliveries: (\d+) of/);
    await cluster.moveToFirst(await cluster.tagOf('intake.process'));
    await cluster.at(0).kill();
    await cluster.promoted(cluster.replica);
    await cluster.at(0).start();
    await cluster.copying(cluster.at(0));
    await demo.printed(/(Time from send to membership)/);
    await cluster.replica.kill();
    await cluster.promoted(cluster.at(0));
    expect(await demo.done(), demo.output).toBe(0);
    expect(demo.output).toContain('Every figure is as expected.');
    // The demo itself waits for its window of an experiment, and plays a year of two stores.
  }, 600_000);
});
