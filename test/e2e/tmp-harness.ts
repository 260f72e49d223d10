import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { createApp } from './tmp-compose.js';

export const CLIENT_ID = 'test-client';
export const CLIENT_SECRET = 'hush-hush-hush-hush';
export const PREVIOUS_SECRET = 'older-secret';

export async function prepare(
  overrides: Readonly<Record<string, string>> = {},
): Promise<{ environment: Record<string, string>; dataDir: string }> {
  const name = `rekindle_${randomBytes(4).toString('hex')}`;
  const template = new URL(inject('templateUrl'));
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client(admin.href);
  await client.connect();
  await client.query('SELECT pg_advisory_lock(77)');
  await client.query(`CREATE DATABASE ${name} TEMPLATE "${template.pathname.slice(1)}"`);
  await client.end();
  template.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'install-'));
  return {
    dataDir,
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: template.href,
      REDIS_URL: inject('redisUrl'),
      QUEUE_PREFIX: name,
      INBOX_SWEEP_SECONDS: '1',
      PLATFORM_A_CLIENT_ID: CLIENT_ID,
      PLATFORM_A_CLIENT_SECRETS: `${CLIENT_SECRET},${PREVIOUS_SECRET}`,
      ...overrides,
    },
  };
}

export class TestApp {
  private constructor(
    readonly url: string,
    private readonly app: NestFastifyApplication,
    private readonly pool: pg.Pool,
    private readonly dataDir: string,
  ) {}

  static async start(overrides: Readonly<Record<string, string>> = {}): Promise<TestApp> {
    const { environment, dataDir } = await prepare(overrides);
    const config = readConfig(environment);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const runtime = new Runtime(
      config,
      environment['DATABASE_URL'] ?? '',
      inject('redisUrl'),
      environment['PUBLIC_URL'] ?? url,
    );
    const app = await createApp(runtime, pino({ level: 'silent' }));
    await app.listen(port, '127.0.0.1');
    return new TestApp(url, app, new pg.Pool({ connectionString: environment['DATABASE_URL'], max: 2 }), dataDir);
  }

  async sql<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, [...values])).rows;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.pool.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
