import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultScene } from '../setup/fault-scene.js';
import { waitFor } from '../setup/wait-for.js';
import { findPrograms, PatroniCluster } from './patroni.js';

const programs = await findPrograms();
const missing = 'missing' in programs ? programs.missing : [];

/** Seconds that the recipe may take, from the death of the primary to a delivery on its standby. */
const LONGEST = 15;
/** A year of so many customers has about 6,000 deliveries, so that some are on their way at each fault. */
const CUSTOMERS = 1_440;

describe.skipIf(missing.length > 0)(
  `Postgres with Patroni, etcd, HAProxy and PgBouncer${missing.length > 0 ? ` (skipped without ${missing.join(', ')})` : ''}`,
  () => {
    let cluster: PatroniCluster;
    let scene: FaultScene;

    beforeEach(async () => {
      if ('missing' in programs) return;
      cluster = await PatroniCluster.start(programs);
      const urls = { DATABASE_URL: cluster.url, DATABASE_REPLICA_URL: cluster.replicaUrl };
      scene = await FaultScene.start({ ...urls, QUEUE_PREFIX: `failover-${process.pid}` }, CUSTOMERS);
    }, 180_000);
    afterEach(async ({ task }) => {
      if (scene && task.result?.state === 'fail') {
        process.stdout.write(`${scene.service.process.output}\n${await cluster.logs()}\n`);
      }
      await scene?.end();
      await cluster?.stop();
    }, 60_000);

    it('loses no acknowledged delivery when the primary dies under load, and writes again on its standby', async () => {
      const playing = scene.play();
      await scene.answeredAtLeast(1_500);
      const { node, seconds } = await killPrimary();
      await playing;
      await cluster.revive(node);
      await cluster.protected(2);
      await scene.expectAllCounted();
      expect(scene.service.process.exit, scene.service.process.output).toBeUndefined();
      const { byStatus, latency } = scene.statistics;
      expect(Object.keys(byStatus).sort()).toEqual(['200', '503']);
      process.stdout.write(
        [
          `deliveries acknowledged: ${scene.answered.length}, lost: 0, answers by status: ${JSON.stringify(byStatus)}`,
          `writes again ${seconds.toFixed(1)} s after the primary died`,
          `latency of answers: median ${latency.medianMs.toFixed(0)} ms, p99 ${latency.p99Ms.toFixed(0)} ms`,
          '',
        ].join('\n'),
      );
      // Here time is the promise of the recipe, and the settings of Patroni decide it.
      expect(seconds).toBeLessThanOrEqual(LONGEST);
    }, 300_000);

    it('acknowledges nothing that the primary alone would have, and goes on when a standby is back', async () => {
      const primary = await cluster.primary();
      const standbys = cluster.nodes.filter((node) => node !== primary);
      const playing = scene.play();
      await scene.answeredAtLeast(300);
      await Promise.all(standbys.map((node) => cluster.kill(node)));
      // The sender gives up a request after five seconds. By then, what a standby had got is answered.
      await waitFor(() => refusals() > 0, 60_000);
      const [acknowledged, refused] = [scene.answered.length, refusals()];
      await waitFor(() => refusals() >= refused + 16, 60_000);
      expect(scene.answered.length).toBe(acknowledged);
      for (const node of standbys) await cluster.revive(node);
      await cluster.protected(2);
      await playing;
      await scene.expectAllCounted();
      process.stdout.write(`acknowledged while no standby was there: 0; requests without an answer: ${refusals()}\n`);
    }, 300_000);

    /** Requests that were answered 503, or not at all. */
    function refusals(): number {
      const { byStatus, byError } = scene.statistics;
      return Object.values(byError).reduce((sum, count) => sum + count, byStatus['503'] ?? 0);
    }

    /** Kills the primary and waits until a delivery that was sent afterwards is acknowledged. */
    async function killPrimary(): Promise<{ node: (typeof cluster.nodes)[number]; seconds: number }> {
      const node = await cluster.primary();
      if (!node) throw new Error('the cluster has no primary');
      await cluster.kill(node);
      const killed = performance.now();
      await waitFor(async () => {
        const primary = await cluster.primary();
        return primary !== undefined && primary !== node;
      }, 60_000);
      const before = scene.answered.length;
      await waitFor(() => scene.answered.length > before, 60_000);
      return { node, seconds: (performance.now() - killed) / 1_000 };
    }
  },
);
