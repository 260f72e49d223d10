import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { readConfig } from '../../src/config/app-config.js';
import type { PlatformModules } from '../../src/platforms.js';
import { type RunningService, start } from '../../src/start.js';
import { quietPort } from './quiet-port.js';
import { createDatabase, type RunsSql, TestDatabase } from './test-database.js';

export { waitFor } from './wait-for.js';

export const CLIENT_ID = 'test-client';
export const CLIENT_SECRET = 'hush-hush-hush-hush';
export const PREVIOUS_SECRET = 'older-secret';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A service with its own database (a copy of the migrated template), queues and data folder. */
export class TestApp implements RunsSql {
  private constructor(
    readonly service: RunningService,
    readonly environment: Readonly<Record<string, string>>,
    private readonly database: TestDatabase,
    private readonly dataDir: string,
  ) {}

  static async start(
    overrides: Readonly<Record<string, string>> = {},
    platforms?: readonly PlatformModules[],
  ): Promise<TestApp> {
    const { environment, dataDir } = await prepare(overrides);
    const service = await start(readConfig(environment), platforms);
    return new TestApp(service, environment, new TestDatabase(service.runtime.databaseUrl), dataDir);
  }

  /** Starts a second service beside this one, with the same database and queues. */
  async startAnother(overrides: Readonly<Record<string, string>> = {}): Promise<TestApp> {
    return TestApp.start({ ...this.environment, PORT: String(await quietPort()), ...overrides });
  }

  get url(): string {
    return this.service.url;
  }

  sql<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.database.sql<R>(text, values);
  }

  adminToken(claims: { fullAccess?: true } = { fullAccess: true }): string {
    return signToken('admin', { sub: 'tester', ...claims }, this.service.runtime.config.tokenSecrets.admin, 600);
  }

  /** Calls the admin API and parses the answer. */
  async admin<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.adminToken()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as T };
  }

  /** Resolves when no delivery, changed customer or segment definition is pending. */
  settled(timeoutMs?: number): Promise<void> {
    return this.database.settled(timeoutMs);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** The environment of a service with its own database, for tests that start it as a process. */
export async function prepare(
  overrides: Readonly<Record<string, string>> = {},
): Promise<{ environment: Record<string, string>; dataDir: string }> {
  const databaseUrl = overrides['DATABASE_URL'] ?? (await createDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'rekindle-test-'));
  const environment = {
    PORT: String(await quietPort()),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REDIS_URL: inject('redisUrl'),
    QUEUE_PREFIX: new URL(databaseUrl).pathname.slice(1),
    LOG_LEVEL: 'silent',
    // Nobody answers there: what the DNS of this machine says about a sender is no matter of the tests.
    DNS_SERVERS: '127.0.0.1:9',
    INBOX_SWEEP_SECONDS: '2',
    PLATFORM_A_CLIENT_ID: CLIENT_ID,
    PLATFORM_A_CLIENT_SECRETS: `${CLIENT_SECRET},${PREVIOUS_SECRET}`,
    ...overrides,
  };
  return { environment, dataDir };
}
