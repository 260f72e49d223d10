import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmailPersonalDataService } from '../../src/email/email-personal-data.service.js';
import { SuppressionImport } from '../../src/email/suppressions/suppression-import.entity.js';
import { SuppressionImportPart } from '../../src/email/suppressions/suppression-import-part.entity.js';
import { given, stored } from '../factories/given.js';
import { allSettled, customers, type EmailStore, emailStore, plan, tally } from '../setup/email-scene.js';
import { IdleApp } from '../setup/idle-app.js';
import { TestApp, waitFor } from '../setup/test-app.js';

interface Import {
  readonly id: string;
  readonly state: string;
  readonly counts: { readonly lines: number; readonly accepted: number; readonly refused: number };
  readonly problem: string | null;
  readonly proof: { readonly lines: number; readonly mailable: number } | null;
}
interface Listed {
  readonly items: readonly { readonly email: string | null; readonly reason: string }[];
  readonly nextCursor: string | null;
}

let app: TestApp;
let store: EmailStore;
let path: string;
let stores = 0;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  store = await emailStore(app, `suppressions${(stores += 1)}.myshopify.com`);
  path = `/admin/retailers/${store.retailerId}/suppressions`;
});

async function call(method: string, address: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${app.adminToken()}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${app.url}${address}`, { ...init, method, headers });
  return { status: answer.status, text: await answer.text() };
}
const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const usual = { 'content-type': 'text/csv', prefer: 'wait=20' };
  const { status, text } = await call('POST', `${path}/import`, { body, headers: { ...usual, ...headers } });
  return { status, body: JSON.parse(text) as Import & { code?: string; detail?: string } };
};
const list = async (): Promise<string[]> => {
  const { body } = await app.admin<Listed>('GET', path);
  return body.items.map(({ email, reason }) => `${email} ${reason}`).toSorted();
};

describe('an imported list', () => {
  it('keeps everybody on it from getting emails, also by a queued message', async () => {
    const ids = await customers(app, store.retailerId, 3);
    const executionId = await plan(app, store, { customerIds: ids });
    await app.sql(`UPDATE messages SET held = true WHERE execution_id = $1`, [executionId]);
    const { status, body } = await send('email,reason\n C1@Example.com ,complaint\nc2@example.com,\n');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'completed', counts: { lines: 2, accepted: 2, refused: 0 }, problem: null });
    expect(body.proof).toMatchObject({ lines: 2, mailable: 0 });
    await app.sql(`UPDATE messages SET held = false, due_at = now() WHERE execution_id = $1`, [executionId]);
    const again = await plan(app, store, { customerIds: ids });
    await waitFor(() => allSettled(app), 30_000);
    // The brand has no sender, so the third customer's message fails after the check.
    for (const id of [executionId, again]) expect((await tally(app, id))['skipped: suppressed']).toBe(2);
  });

  it('is answered at once, counts its lines, and gives the refused ones back as harmless CSV', async () => {
    const { status, body } = await send('email,reason\na@x.com,\n=cmd(),x\n"b@x.com","=1+1"\n', { prefer: '' });
    expect([status, body.counts.refused]).toEqual([202, expect.any(Number)]);
    const progress = async (): Promise<Import> => (await app.admin<Import>('GET', `${path}/imports/${body.id}`)).body;
    await waitFor(async () => (await progress()).state === 'completed');
    expect((await progress()).counts).toEqual({ lines: 3, accepted: 2, refused: 1 });
    const refused = await call('GET', `${path}/imports/${body.id}/refused.csv`);
    expect(refused.text).toBe(
      `line,reason,text,code\r\n3,"This is not an email address.","'=cmd(),x",not_an_address\r\n`,
    );
    const exported = await call('GET', `${path}?format=csv`);
    expect(exported.text).toContain(`b@x.com,'=1+1,`);
    await send(exported.text.replaceAll('a@x.com', 'z@x.com'));
    expect(await list()).toEqual(['a@x.com imported', 'b@x.com =1+1', 'z@x.com imported']);
  });

  it('may be JSON lines and compressed, and changes nothing when it comes again', async () => {
    const lines = gzipSync(Array.from({ length: 30_000 }, (_, index) => `{"email":"p${index}@x.com"}`).join('\n'));
    const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', 'idempotency-key': 'k1' };
    const first = await send(Buffer.from(lines), headers);
    expect(first.body.counts).toEqual({ lines: 30_000, accepted: 30_000, refused: 0 });
    const count = async () =>
      (await app.sql(`SELECT 1 FROM suppressions WHERE retailer_id = $1`, [store.retailerId])).length;
    expect(await count()).toBe(30_000);
    expect((await send(Buffer.from(lines), headers)).body.id).toBe(first.body.id);
    expect(await send('other', headers)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const { 'idempotency-key': _, ...withoutKey } = headers;
    expect((await send(Buffer.from(lines), withoutKey)).body.id).not.toBe(first.body.id);
    expect(await count()).toBe(30_000);
    expect(await stored(app).count(SuppressionImportPart, {})).toBe(0);
  });

  it('fails with words where the file can not be read', async () => {
    expect((await send('ada@example.com\n')).body).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('email,reason') as string,
    });
  });

  it('is refused for its type and its retailer before it is read', async () => {
    expect((await send('x', { 'content-type': 'application/xml' })).status).toBe(415);
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await send('x', { 'content-encoding': 'br' })).status).toBe(415);
    const other = `/admin/retailers/${store.brandId}/suppressions/import`;
    expect((await call('POST', other, { body: 'email\n', headers: { 'content-type': 'text/csv' } })).status).toBe(404);
    expect(await stored(app).count(SuppressionImport, { retailerId: store.retailerId })).toBe(0);
  });
});

describe('one suppression', () => {
  it('is added once, listed page by page, removed, and logged without its address', async () => {
    expect((await app.admin('POST', path, { email: 'Ada@Example.com ', reason: 'asked by telephone' })).status).toBe(
      201,
    );
    const again = await app.admin<object>('POST', path, { email: 'ada@example.com', reason: 'spam' });
    expect([again.status, again.body]).toEqual([200, expect.objectContaining({ reason: 'asked by telephone' })]);
    await app.admin('POST', path, { email: 'bob@example.com' });
    const first = await app.admin<Listed>('GET', `${path}?limit=1`);
    const second = await app.admin<Listed>('GET', `${path}?limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items].map(({ email }) => email).toSorted()).toEqual([
      'ada@example.com',
      'bob@example.com',
    ]);
    expect(second.body.nextCursor).toBeNull();
    expect((await app.admin('DELETE', `${path}?email=ADA@example.com`)).status).toBe(204);
    expect((await app.admin('DELETE', `${path}?email=ada@example.com`)).status).toBe(404);
    expect(await list()).toEqual(['bob@example.com manual']);
    const log = await app.sql<{ text: string }>(`SELECT string_agg(a::text, ' ') AS text FROM admin_actions a`);
    expect(log[0]?.text).toContain('DELETE /admin/retailers/{id}/suppressions');
    expect(log[0]?.text).not.toMatch(/(ada|bob)(@|%40)|example\.com/i);
  });

  it('refuses what is no address', async () => {
    expect((await app.admin('POST', path, { email: 'nobody at all' })).status).toBe(422);
  });

  it('outlives the erasure of its person, without the address', async () => {
    await app.admin('POST', path, { email: 'ada@example.com', reason: 'complaint' });
    await send('email\nada@example.com and more\n');
    const idle = await IdleApp.start({ DATABASE_URL: app.service.runtime.databaseUrl });
    const person = {
      ...store,
      customerIds: [],
      externalIds: [],
      emails: ['ada@example.com'],
      phones: [],
      orderIds: [],
    };
    const step = await idle.transaction((tx) => idle.get(EmailPersonalDataService).eraseCustomer(tx, person));
    await idle.stop();
    expect(step.removed).toMatchObject({ suppressions: 1, suppression_refusals: 1 });
    expect(await list()).toEqual(['null complaint']);
    await send('email\nada@example.com\n');
    expect(await list()).toEqual(['null complaint']);
  });
});

describe('a worker that dies', () => {
  it('leaves a proof that another one ends, and that counts who could get emails after all', async () => {
    const id = '00000000-0000-4000-8000-00000000000b';
    const { retailerId } = store;
    await app.admin('POST', path, { email: 'c@x.com' });
    const row = { retailerId, id, format: 'csv', lines: 5, accepted: 4, refused: 1 } as const;
    const done = { state: 'proving', checked: 1, mailable: 1, updatedAt: new Date(Date.now() - 60_000) } as const;
    await given(app).insert(SuppressionImport, { ...row, ...done });
    const bytes = Buffer.from('email\na@x.com\nbad\nb@x.com\nc@x.com\nC@x.com\n');
    await given(app).insert(SuppressionImportPart, { retailerId, importId: id, place: 0, bytes });
    const progress = async (): Promise<Import> => (await app.admin<Import>('GET', `${path}/imports/${id}`)).body;
    expect((await progress()).proof).toBeNull();
    await waitFor(async () => (await progress()).state === 'completed');
    expect(await progress()).toMatchObject({
      counts: { lines: 5, accepted: 4, refused: 1 },
      proof: { lines: 4, mailable: 2 },
    });
    expect(await list()).toEqual(['c@x.com manual']);
  });

  it('leaves an import that another one ends, without counting a line twice', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const { retailerId } = store;
    await given(app).insert(SuppressionImport, {
      retailerId,
      id,
      format: 'csv',
      state: 'running',
      lines: 2,
      accepted: 1,
      refused: 1,
      updatedAt: new Date(Date.now() - 60_000),
    });
    const bytes = Buffer.from('email\na@x.com\nbad\nc@x.com\nd@x.com\n');
    await given(app).insert(SuppressionImportPart, {
      retailerId,
      importId: id,
      place: 0,
      bytes: bytes.subarray(0, 20),
    });
    await given(app).insert(SuppressionImportPart, { retailerId, importId: id, place: 1, bytes: bytes.subarray(20) });
    const progress = async (): Promise<Import> => (await app.admin<Import>('GET', `${path}/imports/${id}`)).body;
    await waitFor(async () => (await progress()).state === 'completed');
    expect((await progress()).counts).toEqual({ lines: 4, accepted: 3, refused: 1 });
    expect(await list()).toEqual(['c@x.com imported', 'd@x.com imported']);
  });
});
