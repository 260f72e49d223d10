import { createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/app-config.js';
import { start } from '../../src/start.js';
import { prepare } from '../setup/test-app.js';

let taken: Server;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ environment } = await prepare());
  taken = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => taken.close(resolve)));

/** All secrets of the configuration. With them the service creates no secrets in its data folder. */
const SECRETS = {
  ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
  EMAIL_LINK_SECRETS: 'l'.repeat(32),
  ...Object.fromEntries(['ADMIN', 'MODULE', 'RETAILER', 'CUSTOMER'].map((of) => [`${of}_JWT_SECRET`, of.repeat(9)])),
};
const portTaken = (): string => String((taken.address() as { port: number }).port);
const database = (change: (url: URL) => void): Record<string, string> => {
  const url = new URL(environment['DATABASE_URL'] ?? '');
  change(url);
  return { DATABASE_URL: url.href };
};

describe('a failed start names the variable', () => {
  it.each<[what: string, overrides: () => Record<string, string>, message: RegExp]>([
    [
      'of a Postgres that does not exist',
      () => ({ DATABASE_URL: 'postgres://user:hush@127.0.0.1:1/shop' }),
      /- DATABASE_URL: 127\.0\.0\.1:1\/shop: .*ECONNREFUSED/,
    ],
    [
      'of a database that does not exist',
      () => database((url) => (url.pathname = '/hushed')),
      /- DATABASE_URL: \S+: database "hushed" does not exist/,
    ],
    [
      'of a folder that can not be created',
      () => ({ ...SECRETS, REDIS_URL: '', DATA_DIR: '/proc/here' }),
      /- DATA_DIR: (EACCES|ENOENT|EROFS|EPERM)/,
    ],
    ['a port that is taken', () => ({ PORT: portTaken() }), /- HOST, PORT: 127\.0\.0\.1, \d+: .*EADDRINUSE/],
  ])('with %s', async (_what, overrides, message) => {
    await expectRefusal(overrides(), message);
  });

  it('with the wrong password of a Postgres', async ({ skip }) => {
    const wrong = database((url) => (url.password = 'hush'));
    const asksForNone = await connects(wrong['DATABASE_URL']);
    skip(asksForNone, 'the server of this run asks for no password');
    await expectRefusal(wrong, /- DATABASE_URL: \S+: password authentication failed/);
  });
});

async function expectRefusal(overrides: Record<string, string>, message: RegExp): Promise<void> {
  const failure: unknown = await start(readConfig({ ...environment, ...overrides })).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(message) as string });
  expect(String(failure)).not.toMatch(/hush(?!ed)/);
}

async function connects(url: string | undefined): Promise<boolean> {
  const client = new pg.Client(url);
  const connected = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return connected;
}
