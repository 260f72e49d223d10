import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '#libs/local-services';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from './datastores.js';

export const CLIENT_SECRET = 'a-secret-of-the-benchmark-only';
export const CLIENT_SECRET_B = 'another-secret-of-the-benchmark-only';
/** The store on platform B and the secret of its webhooks. */
export const STORE_HASH = 'bench1';
export const HOOK_TOKEN = 'c0ffee'.repeat(10);
export const ADMIN_SECRET = randomBytes(48).toString('base64url');
export const MODULE_SECRET = randomBytes(48).toString('base64url');
export const ENCRYPTION_KEY = randomBytes(32).toString('base64');
export const SHOP = 'bench-shop.myshopify.com';
const START_WITHIN_MS = 60_000;

export interface ServiceOptions {
  readonly role: 'api' | 'worker' | 'all';
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The SMTP server; without it emails have no receiver. */
  readonly smtpUrl?: string;
  /** Starts it by `npm start`, which first checks whether a build is needed. */
  readonly byNpm?: boolean;
  /** Further variables of its configuration. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The built service in a separate process, as in production. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    readonly port: number,
    private readonly logFile: string,
  ) {}

  /** Resolves when the service answers. */
  static async start(options: ServiceOptions): Promise<Service> {
    const port = await freePort();
    const folder = join(options.dataDir, options.role);
    mkdirSync(folder, { recursive: true });
    const logFile = join(folder, 'service.log');
    const log = openSync(logFile, 'w');
    const child = begin(options, { env: environmentOf(options, port, folder), stdio: ['ignore', log, log] }, folder);
    if (child.pid === undefined) throw new Error('the service did not start');
    const service = new Service(child, child.pid, port, logFile);
    try {
      await service.answers();
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (this.ended) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }

  /** Throws with the end of the log where the process has ended by itself. */
  assertAlive(): void {
    if (!this.ended) return;
    throw new Error(`the service has ended:\n${readFileSync(this.logFile, 'utf8').slice(-2_000)}`);
  }

  private get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async answers(): Promise<void> {
    const deadline = Date.now() + START_WITHIN_MS;
    for (;;) {
      this.assertAlive();
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      if (Date.now() > deadline) throw new Error(`the service did not answer within ${START_WITHIN_MS / 1_000} s`);
      await sleep(50);
    }
  }
}

function begin({ byNpm = false, role }: ServiceOptions, options: SpawnOptions, folder: string): ChildProcess {
  if (byNpm) {
    const { PATH, HOME } = process.env;
    return spawn('npm', ['start'], { ...options, cwd: PROJECT, env: { PATH, HOME, ...options.env } });
  }
  return spawn(process.execPath, [...flagsOf(role), join(PROJECT, 'dist/src/main.js')], { ...options, cwd: folder });
}

/** The flags of the Dockerfile and docker-compose.yml. */
const flagsOf = (role: ServiceOptions['role']): string[] => [`--max-semi-space-size=${role === 'worker' ? 4 : 8}`];

/** The whole configuration, so that the caller's environment and a `.env` have no effect. */
function environmentOf(options: ServiceOptions, port: number, dataDir: string): Record<string, string> {
  const secret = (): string => randomBytes(48).toString('base64url');
  return {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    ROLE: options.role,
    HOST: '127.0.0.1',
    PORT: String(port),
    // Nothing is fetched from this address; production requires https.
    PUBLIC_URL: 'https://bench.example',
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl,
    DATA_DIR: dataDir,
    QUEUE_PREFIX: 'bench',
    ENCRYPTION_KEYS: ENCRYPTION_KEY,
    ADMIN_JWT_SECRET: ADMIN_SECRET,
    MODULE_JWT_SECRET: MODULE_SECRET,
    RETAILER_JWT_SECRET: secret(),
    CUSTOMER_JWT_SECRET: secret(),
    SMTP_URL: options.smtpUrl ?? 'smtp://127.0.0.1:9',
    SMTP_CONNECTIONS: '20',
    // Workers write it and the api reads it.
    IMAGE_STORAGE_URL: pathToFileURL(join(options.dataDir, 'images')).href,
    EMAIL_FROM: 'mail@bench.example',
    EMAIL_LINK_SECRETS: secret(),
    PLATFORM_A_CLIENT_ID: 'bench',
    PLATFORM_A_CLIENT_SECRETS: CLIENT_SECRET,
    PLATFORM_B_CLIENT_ID: 'bench',
    PLATFORM_B_CLIENT_SECRETS: CLIENT_SECRET_B,
    ...options.environment,
  };
}
