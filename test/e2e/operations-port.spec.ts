import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/app-config.js';
import { start } from '../../src/start.js';
import { quietPort } from '../setup/quiet-port.js';
import { prepare, TestApp } from '../setup/test-app.js';

const INTERNAL = ['/metrics', '/openapi.json', '/docs', '/docs/', '/docs/index.html', '/docs/swagger-ui-bundle.js'];
const HEALTH = ['/health/live', '/health/ready', '/version', '/problems/not-found'];
const OUTER = ['/dashboard', '/admin/retailers', '/unsubscribe/x', '/platform-a/auth?shop=x', '/images/x.png'];

/** Leaves no body unread: a connection with one counts as in use, and a stop waits for it. */
async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const { status, body } = await fetch(url, init);
  await body?.cancel();
  return status;
}
const statuses = (base: string, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map((path) => statusOf(base + path, { redirect: 'manual' })));
const same = (paths: readonly string[], status: number): number[] => paths.map(() => status);

describe('a service with an operations port', () => {
  let app: TestApp;
  let operations: string;

  beforeAll(async () => {
    app = await TestApp.start({ OPERATIONS_PORT: String(await quietPort()) });
    operations = app.service.operationsUrl ?? '';
  });
  afterAll(() => app.stop());

  it('serves metrics and documentation only on the operations port', async () => {
    expect(await statuses(operations, INTERNAL)).toEqual(same(INTERNAL, 200));
    expect(await statuses(app.url, INTERNAL)).toEqual(same(INTERNAL, 404));
    expect(await statusOf(`${app.url}/metrics`, { method: 'HEAD' })).toBe(404);
  });

  it('serves health on both ports', async () => {
    for (const base of [app.url, operations]) expect(await statuses(base, HEALTH)).toEqual(same(HEALTH, 200));
  });

  it('serves nothing else on the operations port', async () => {
    expect(await statuses(operations, OUTER)).toEqual(same(OUTER, 404));
    const authorization = `Bearer ${app.adminToken()}`;
    expect(await statusOf(`${operations}/admin/retailers`, { headers: { authorization } })).toBe(404);
    expect(await statusOf(`${app.url}/admin/retailers`, { headers: { authorization } })).toBe(200);
  });

  it('listens on one host with both ports', () => {
    expect(new URL(operations).hostname).toBe('127.0.0.1');
    expect(new URL(operations).port).not.toBe(new URL(app.url).port);
  });
});

describe('an operations port in use', () => {
  it('stops the start with an error that names it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { environment, dataDir } = await prepare({ OPERATIONS_PORT: String(port) });
    await expect(start(readConfig(environment))).rejects.toThrow(/OPERATIONS_PORT: 127\.0\.0\.1, \d+.*EADDRINUSE/s);
    other.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('a service without /docs', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ DOCS: 'off' });
  });
  afterAll(() => app.stop());

  it('serves no documentation page, and still /openapi.json', async () => {
    expect(await statuses(app.url, ['/docs', '/docs/swagger-ui-init.js'])).toEqual([404, 404]);
    expect(await statusOf(`${app.url}/openapi.json`)).toBe(200);
  });

  it('sends the document only once to a caller that sends its ETag', async () => {
    const first = await fetch(`${app.url}/openapi.json`);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\da-f]{64}"$/);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(((await first.json()) as { paths: object }).paths).length).toBeGreaterThan(50);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': known } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    }
    const other = await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });
});
