import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { migrate } from '../../src/database/migrate.js';
import { Suppression } from '../../src/email/consent/suppression.entity.js';
import { SuppressionImport } from '../../src/email/suppressions/suppression-import.entity.js';
import { SuppressionImportPart } from '../../src/email/suppressions/suppression-import-part.entity.js';
import { SuppressionRefusal } from '../../src/email/suppressions/suppression-refusal.entity.js';
import { stored } from '../factories/given.js';
import { metricsOf } from '../setup/metrics.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';
import { installStore } from '../setup/webhooks.js';

/** Set it to a million to see that the memory stays as it is. */
const LINES = Number(process.env['IMPORT_LINES'] ?? 50_000);
const MOST_MEMORY = 150 * 1024 * 1024;
const SECRET = 'a secret of the tests with more than 32 bytes';
const TOKEN = `Bearer ${signToken('admin', { sub: 'tester', fullAccess: true }, [SECRET], 3_600)}`;

interface Import {
  readonly id: string;
  readonly state: string;
  readonly counts: { readonly lines: number; readonly accepted: number; readonly refused: number };
  readonly proof: { readonly lines: number; readonly mailable: number } | null;
  readonly problem: string | null;
}

let environment: Record<string, string>;
let database: TestDatabase;
let path: string;
let service: ServiceProcess;

beforeEach(async () => {
  ({ environment } = await prepare({ ADMIN_JWT_SECRETS: SECRET, PORT: String(await quietPort()) }));
  await migrate(environment['DATABASE_URL'] ?? '');
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
  path = `/admin/retailers/${(await installStore(database)).retailerId}/suppressions`;
  service = await ServiceProcess.start(environment);
});
afterEach(async () => {
  if (!service.exit) await service.end('SIGKILL');
  await database.end();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** A hundredth of the lines has no address. */
function* file(): Generator<Buffer> {
  yield Buffer.from('email,reason\n');
  for (let from = 0; from < LINES; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, index) => from + index);
    yield Buffer.from(lines.map((n) => `${n % 100 === 7 ? n : `p${n}@example.com`},unsubscribed\n`).join(''));
  }
}
const ALL = { lines: LINES, accepted: LINES * 0.99, refused: LINES * 0.01 };

async function send(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<Import> {
  const headers = { authorization: TOKEN, 'content-type': 'text/csv', 'idempotency-key': 'k' };
  const body = Readable.toWeb(Readable.from(chunks, { objectMode: false }));
  const init = { method: 'POST', headers, body, duplex: 'half' } as unknown as RequestInit;
  return (await (await fetch(`${service.url}${path}/import`, init)).json()) as Import;
}
const see = async <T = Import>(id?: string): Promise<T> =>
  (await (
    await fetch(`${service.url}${path}/imports${id ? `/${id}` : ''}`, { headers: { authorization: TOKEN } })
  ).json()) as T;

async function restart(): Promise<void> {
  await service.end('SIGKILL');
  // A dead process is known by its silence. The rows are made older, so that the test need not wait.
  await database.sql(`UPDATE suppression_imports SET updated_at = updated_at - interval '2 minutes'`);
  service = await ServiceProcess.start(environment);
}

async function expectComplete(id: string): Promise<void> {
  await waitFor(async () => (await see(id)).state === 'completed', 600_000);
  expect(await see(id)).toMatchObject({ counts: ALL, proof: { lines: ALL.accepted, mailable: 0 }, problem: null });
  expect(await stored(database).count(Suppression, {})).toBe(ALL.accepted);
  expect(await stored(database).count(SuppressionRefusal, {})).toBe(ALL.refused);
  expect(await stored(database).count(SuppressionImportPart, {})).toBe(0);
}

it('is read with flat memory', { timeout: 700_000 }, async () => {
  const resident = async () => Number(/^process_resident_memory_bytes (\S+)/m.exec(await metricsOf(service))?.[1]);
  const before = await resident();
  let most = before;
  const id = send(file()).then((answer) => answer.id);
  await waitFor(async () => {
    most = Math.max(most, await resident());
    return (await stored(database).count(SuppressionImport, { state: 'completed' })) === 1;
  }, 600_000);
  expect(most - before).toBeLessThan(MOST_MEMORY);
  await expectComplete(await id);
});

describe('kill -9 of the service', () => {
  it.each(['running', 'proving'])(
    'while the import is %s: it goes on, counts each line once and proves all',
    async (state) => {
      const { id } = await send(file());
      await waitFor(async () => {
        const [row] = await stored(database).rows(SuppressionImport, { id }, 'state', 'lines', 'checked');
        return row?.state === state && (state === 'running' ? row.lines : row.checked) > 0;
      });
      await service.end('SIGKILL');
      const [killed] = await stored(database).rows(SuppressionImport, { id }, 'state', 'lines', 'checked');
      expect(killed?.state).toBe(state);
      expect(state === 'running' ? killed?.lines : killed?.checked).toBeLessThan(LINES * 0.99);
      await restart();
      await expectComplete(id);
    },
  );

  it('while the file arrives: nothing of it is taken, the list of imports says so, and it may be sent again', async () => {
    let goOn = (): void => undefined;
    const killed = new Promise<void>((resolve) => (goOn = resolve));
    async function* halted(): AsyncGenerator<Buffer> {
      yield* file();
      await killed;
    }
    const broken = send(halted()).catch(() => undefined);
    await waitFor(async () => (await stored(database).count(SuppressionImportPart, {})) > 0);
    await restart();
    goOn();
    expect(await broken).toBeUndefined();
    await waitFor(async () => (await see<{ items: Import[] }>()).items[0]?.state === 'failed');
    const { items } = await see<{ items: Import[] }>();
    expect(items).toMatchObject([
      { counts: { lines: 0 }, problem: expect.stringContaining('Send it again') as string },
    ]);
    expect(await stored(database).count(Suppression, {})).toBe(0);
    await expectComplete((await send(file())).id);
  });
});
