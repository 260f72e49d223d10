import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sweeper } from '#libs/durable-work';
import { JOB_NAMES } from '../../src/jobs/catalogue.js';
import { PERIODIC_NAMES, readRoles } from '../../src/config/roles.js';
import { Runtime } from '../../src/config/runtime.js';
import { IdleApp } from '../setup/idle-app.js';
import { TestApp, waitFor } from '../setup/test-app.js';

const PLATFORM_B = { PLATFORM_B_CLIENT_ID: 'app', PLATFORM_B_CLIENT_SECRET: 'secret-of-platform-b' };

let observer: IdleApp;
beforeAll(async () => {
  observer = await IdleApp.start(PLATFORM_B);
});
afterAll(() => observer.stop());

/** The jobs that a process waits for, from the connection names of its consumers in Redis. */
async function taken(): Promise<string[]> {
  const found = await Promise.all(
    JOB_NAMES.map(async (name) => ((await observer.queues.get(name)?.getWorkers())?.length ? [name] : [])),
  );
  return found.flat();
}

describe('a process takes the jobs of its roles and no others', () => {
  it.each(['api', 'api,worker:intake', 'worker:segmentation,email', 'worker:images', 'all'])(
    'ROLE=%s',
    async (role) => {
      const { databaseUrl, config } = observer.get(Runtime);
      const app = await TestApp.start({ ROLE: role, DATABASE_URL: databaseUrl, QUEUE_PREFIX: config.queuePrefix });
      try {
        const roles = readRoles(role);
        const own = JOB_NAMES.filter((name) => roles.takes(name));
        await waitFor(async () => (await taken()).length >= own.length);
        expect(await taken()).toEqual(own);
      } finally {
        await app.stop();
      }
      await waitFor(async () => (await taken()).length === 0);
    },
  );
});

describe('periodic work', () => {
  it('has a role, and no role is listed without work', () => {
    const timers = ['segmentation.clock'];
    expect([...observer.get(Sweeper).names, ...timers].sort()).toEqual([...PERIODIC_NAMES].sort());
  });
});
