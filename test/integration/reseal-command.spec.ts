import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SecretBox } from '#libs/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencyKey } from '../../src/idempotency/idempotency-key.entity.js';
import { given, stored } from '../factories/given.js';
import { prepare } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const COMMAND = join(import.meta.dirname, '../../dist/src/sealed/reseal.cli.js');
const OLD = randomBytes(32).toString('base64');
const NEW = randomBytes(32).toString('base64');

let environment: Record<string, string>;
let database: TestDatabase;
beforeAll(async () => {
  ({ environment } = await prepare());
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
});
afterAll(async () => {
  await database.end();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** Stores a sealed answer to an `Idempotency-Key`. Returns the context that binds its text to its row. */
async function keepAnswer(key: string): Promise<string> {
  const retailerId = randomUUID();
  const context = `idempotency ${retailerId} admin route key`;
  await given(database).insert(IdempotencyKey, {
    retailerId,
    caller: 'admin',
    route: 'route',
    key: 'key',
    bodyHash: 'hash',
    status: 200,
    answer: new SecretBox([key]).seal('an answer', context),
  });
  return context;
}

const answers = async () =>
  (await stored(database).rows(IdempotencyKey, {}, 'answer')).map(({ answer }) => answer).toSorted();

/** Runs the command of `npm run keys:reseal` without its build. */
const resealWith = (keys: readonly string[]) =>
  promisify(execFile)(process.execPath, [COMMAND], { env: { ...environment, ENCRYPTION_KEYS: keys.join(',') } });

describe('npm run keys:reseal', () => {
  it('reseals texts of the old key, so that the new key alone opens them', async () => {
    const context = await keepAnswer(OLD);
    const { stdout } = await resealWith([NEW, OLD]);
    expect(stdout).toContain('idempotency_keys.answer: 1 resealed, 0 changed meanwhile, 0 unreadable\n');
    const [sealed] = await answers();
    expect(new SecretBox([NEW]).open(sealed ?? '', context)).toBe('an answer');
  });

  it('has nothing to do the second time', async () => {
    const { stdout } = await resealWith([NEW, OLD]);
    expect(stdout).toContain('idempotency_keys.answer: 0 resealed, 0 changed meanwhile, 0 unreadable\n');
  });

  it('exits with code 1 and changes nothing if a key is missing', async () => {
    await keepAnswer(randomBytes(32).toString('base64'));
    const before = await answers();
    await expect(resealWith([NEW, OLD])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'idempotency_keys.answer: 0 resealed, 0 changed meanwhile, 1 unreadable\n',
      ) as string,
    });
    expect(await answers()).toEqual(before);
  });
});
