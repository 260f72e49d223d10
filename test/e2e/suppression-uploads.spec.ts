import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { SuppressionImport } from '../../src/email/suppressions/suppression-import.entity.js';
import { SuppressionImportPart } from '../../src/email/suppressions/suppression-import-part.entity.js';
import { listen } from '../../src/http.js';
import { given, stored } from '../factories/given.js';
import { startIdle } from '../setup/idle-app.js';
import { waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';
import { installStore } from '../setup/webhooks.js';

/** An api without a worker: imports stay as they were uploaded. */
interface Api {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly path: string;
}

const SECRET = 'a secret of the tests with more than 32 bytes';
const TOKEN = `Bearer ${signToken('admin', { sub: 'tester', fullAccess: true }, [SECRET], 600)}`;
const GIGABYTE = 1024 ** 3;
const LINE = 'somebody@example.com,unsubscribed\n';

let api: Api;
let small: Api;

beforeAll(async () => {
  [api, small] = [await start({}), await start({ STREAMED_BODY_MB: '1' })];
});
afterAll(async () => {
  for (const { app, database, dataDir } of [api, small]) {
    await app.close();
    await database.end();
    await rm(dataDir, { recursive: true });
  }
});

async function start(overrides: Readonly<Record<string, string>>): Promise<Api> {
  const { app, databaseUrl, dataDir } = await startIdle({ ADMIN_JWT_SECRETS: SECRET, ...overrides });
  const url = await listen(app, '127.0.0.1', 0);
  const database = new TestDatabase(databaseUrl);
  const { retailerId } = await installStore(database);
  return { app, url, dataDir, database, path: `/admin/retailers/${retailerId}/suppressions` };
}

/** Begins an upload of so many bytes with a header line. */
function upload({ url, path }: Api, length: number, key = ''): Socket {
  const { hostname, port } = new URL(url);
  const head = [
    `POST ${path}/import HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${TOKEN}`,
    'Content-Type: text/csv',
    `Content-Length: ${length}`,
    ...(key === '' ? [] : [`Idempotency-Key: ${key}`]),
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\nemail,reason\n`);
  return socket;
}

const rowsOf = ({ database }: Api) => stored(database).rows(SuppressionImport, {}, 'id', 'state', 'bytes', 'problem');

async function listed({ url, path }: Api): Promise<readonly { state: string; problem: string | null }[]> {
  const answer = await fetch(`${url}${path}/imports`, { headers: { authorization: TOKEN } });
  const { items } = (await answer.json()) as { items: { state: string; problem: string | null }[] };
  return items;
}

describe('the upload of a list', () => {
  it('may have 2 GB; one that breaks off is listed as failed, and may be sent again with its key', async () => {
    const socket = upload(api, 2 * GIGABYTE, 'large');
    socket.write(LINE.repeat(40_000));
    await waitFor(async () => (await rowsOf(api)).some(({ bytes }) => Number(bytes) > 1_000_000));
    expect(await listed(api)).toMatchObject([{ state: 'receiving', problem: null }]);
    socket.destroy();
    await waitFor(async () => (await listed(api))[0]?.state === 'failed');
    expect(await listed(api)).toMatchObject([{ problem: expect.stringContaining('Send it again') as string }]);
    expect(await stored(api.database).count(SuppressionImportPart, {})).toBe(0);
    const answer = await fetch(`${api.url}${api.path}/import`, {
      method: 'POST',
      headers: { authorization: TOKEN, 'content-type': 'text/csv', 'idempotency-key': 'large' },
      body: 'email\nada@example.com\n',
    });
    expect(answer.status).toBe(202);
    expect((await listed(api)).map(({ state }) => state)).toEqual(['uploaded', 'failed']);
  });

  it('that was given up takes no further part', async () => {
    const { database } = api;
    const socket = upload(api, 2 * GIGABYTE);
    socket.write(LINE.repeat(40_000));
    const begun = async () => (await rowsOf(api)).find(({ state }) => state === 'receiving');
    await waitFor(async () => Number((await begun())?.bytes) > 1_000_000);
    const { id } = (await begun()) ?? {};
    await given(database).set(SuppressionImport, { state: 'failed' }, { id });
    socket.write(LINE.repeat(40_000));
    expect(await text(socket)).toContain('408');
    expect(await stored(database).count(SuppressionImportPart, { importId: id, place: 1 })).toBe(0);
  });

  it('may take longer than other requests', async () => {
    const server: Server = api.app.getHttpServer();
    const { hostname, port } = new URL(api.url);
    const body = LINE.repeat(10);
    const slow = upload(api, 'email,reason\n'.length + body.length);
    const before = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
    Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
    const other = connect(Number(port), hostname);
    other.write('POST /auth/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{');
    expect(await text(other)).toContain('request_too_slow');
    Object.assign(server, before);
    slow.write(body);
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toContain('202 Accepted');
    slow.destroy();
  });

  it('does not keep a process from stopping', async () => {
    const stopped = await start({});
    const socket = upload(stopped, 2 * GIGABYTE);
    await waitFor(async () => (await rowsOf(stopped)).length === 1);
    const answer = text(socket);
    await stopped.app.close();
    expect(await answer).toContain('"code":"service_unavailable"');
    await stopped.database.end();
    await rm(stopped.dataDir, { recursive: true });
  });

  it('is refused above the limit, before it is read where its length is known', async () => {
    const socket = upload(small, 2 * GIGABYTE);
    const answer = await text(socket);
    expect(answer).toContain('413');
    expect(answer).toContain('at most 1 MB');
    expect(await rowsOf(small)).toEqual([]);
    const chunked = await fetch(`${small.url}${small.path}/import`, {
      method: 'POST',
      headers: { authorization: TOKEN, 'content-type': 'text/csv' },
      body: new Blob([LINE.repeat(100_000)]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
    expect(await rowsOf(small)).toMatchObject([{ state: 'failed' }]);
  });
});
