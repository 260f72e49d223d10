import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LocalServer, startPostgres } from '#libs/local-services';
import { WebhookSender } from '#libs/simulators';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { FaultScene } from '../setup/fault-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET } from '../setup/test-app.js';
import { type RunsSql, TestDatabase } from '../setup/test-database.js';

const run = promisify(execFile);

const server = new pg.Client(inject('templateUrl'));
await server.connect();
const { rows } = await server.query<{ folder: string }>(
  `SELECT setting AS folder FROM pg_config WHERE name = 'BINDIR'`,
);
await server.end();
const programs = rows[0]?.folder ?? '';

/** The number of rows of each table. */
async function rowCounts(database: RunsSql): Promise<Record<string, number>> {
  const tables = await database.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.sql<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

/** The statements of the page that an administrator runs on a new server. */
const PREPARATION = `
  CREATE ROLE rekindle_service;
  CREATE ROLE rekindle_tenant;
  CREATE ROLE rekindle_owner LOGIN PASSWORD 'owner';
  CREATE ROLE rekindle LOGIN PASSWORD 'login';
  GRANT rekindle_service, rekindle_tenant TO rekindle`;

/** The steps of docs/operations/backup-and-restore.md, with the same commands. */
describe.skipIf(!existsSync(join(programs, 'pg_dump')))(
  'a backup by pg_dump (skipped where the Postgres of the tests has no pg_dump)',
  () => {
    let scene: FaultScene;
    let folder: string;
    let file: string;
    /** A second server, because the first one is taken to be lost. */
    let other: LocalServer;
    let restored: TestDatabase;
    let service: ServiceProcess | undefined;
    let sender: WebhookSender | undefined;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rekindle-backup-'));
      file = join(folder, 'rekindle.dump');
      scene = await FaultScene.start();
      other = await startPostgres({ dataDir: join(folder, 'server'), durable: false });
    });
    afterEach(async () => {
      await sender?.close();
      if (service && !service.exit) await service.end('SIGKILL');
      await restored?.end();
      await scene.end();
      await other.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const dump = () =>
      run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, scene.environment['DATABASE_URL'] ?? '']);

    /** The restored database as the given login sees it. */
    function urlFor(login: string, password: string): string {
      const url = new URL(other.url);
      return `postgres://${login}:${password}@${url.host}/restored`;
    }

    async function restore(): Promise<void> {
      const superuser = new TestDatabase(other.url);
      await superuser.sql(PREPARATION);
      await superuser.sql('CREATE DATABASE restored OWNER rekindle_owner');
      await superuser.end();
      const owner = urlFor('rekindle_owner', 'owner');
      const flags = ['--exit-on-error', '--single-transaction', '--no-owner'];
      await run(join(programs, 'pg_restore'), [...flags, `--dbname=${owner}`, file]);
      restored = new TestDatabase(owner);
    }

    /** Starts the service on the restored database, with the login that owns nothing and with empty queues. */
    async function startOnRestored(): Promise<ServiceProcess> {
      const port = String(await quietPort());
      const url = urlFor('rekindle', 'login');
      return ServiceProcess.start({ ...scene.environment, DATABASE_URL: url, QUEUE_PREFIX: folder, PORT: port });
    }

    it('brings back every row, and the service works on the restored database', async () => {
      await scene.play();
      await scene.expectAllCounted();
      const before = await rowCounts(scene.database);
      await scene.service.process.end('SIGTERM');
      await dump();
      await restore();
      expect(await rowCounts(restored)).toEqual(before);
      service = await startOnRestored();
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      await restored.settled();
      expect(await storedState(restored)).toEqual(scene.store.expected);
      await expectConsistency(restored);
      expect(await rowCounts(restored)).toEqual(before);
    });

    it('that is taken while deliveries arrive has all that were answered, and later ones can be sent again', async () => {
      const playing = scene.play();
      await scene.answeredAtLeast(1_000);
      const answered = scene.answered.map(({ id }) => id);
      await dump();
      await playing;
      await scene.service.process.end('SIGKILL');
      await restore();
      const kept = await restored.sql<{ id: string }>(`SELECT delivery_id AS id FROM deliveries`);
      const ids = new Set(kept.map(({ id }) => id));
      expect(answered.filter((id) => !ids.has(id))).toEqual([]);
      expect(ids.size).toBeLessThan(scene.answered.length);
      service = await startOnRestored();
      sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 16 });
      await sender.sendAll(scene.store.deliveries(service.url));
      await restored.settled();
      expect(await storedState(restored)).toEqual(scene.store.expected);
      await expectConsistency(restored);
    });
  },
);
