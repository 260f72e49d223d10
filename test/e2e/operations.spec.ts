import { readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listen } from '../../src/http.js';
import { anOrder, json } from '../factories/wire.js';
import { Cable } from '../setup/cable.js';
import { startIdle } from '../setup/idle-app.js';
import { expectMetric } from '../setup/metrics.js';
import { documentedRoutes } from '../setup/routes.js';
import { prepare, TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

const DOCKER = join(import.meta.dirname, '../../docker');

interface Seen {
  status: number;
  headers: Headers;
  text: string;
}

async function see(app: TestApp, path: string): Promise<Seen> {
  const answer = await fetch(`${app.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const readiness = async (app: TestApp): Promise<unknown> => {
  const { status, text } = await see(app, '/health/ready');
  return { status, body: JSON.parse(text) as unknown };
};
const READY = { status: 200, body: { status: 'ok', checks: { postgres: 'up', redis: 'up' } } };

describe('a service whose datastores come and go', () => {
  let app: TestApp;
  let redis: Cable;
  let postgres: Cable;

  beforeAll(async () => {
    redis = await Cable.to(inject('redisUrl'));
    const { environment } = await prepare();
    postgres = await Cable.to(environment['DATABASE_URL'] ?? '');
    app = await TestApp.start({ REDIS_URL: redis.url, DATABASE_URL: postgres.url });
    await installStore(app);
  });
  afterAll(async () => {
    postgres.mend();
    redis.mend();
    await app.stop();
    await Promise.all([postgres.remove(), redis.remove()]);
  });

  it('is ready while both datastores answer', async () => {
    expect(await readiness(app)).toEqual(READY);
  });

  it.each([['cut'], ['silence']] as const)('names Redis as the part that is down (%s)', async (how) => {
    redis[how]();
    const down = { status: 503, body: { status: 'error', checks: { postgres: 'up', redis: 'down' } } };
    await waitFor(async () => JSON.stringify(await readiness(app)) === JSON.stringify(down));
    expect(await app.admin('GET', '/admin/queues')).toMatchObject({ status: 503, body: { code: 'redis_unavailable' } });
    expect((await see(app, '/health/live')).status).toBe(200);
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder()) });
    await expectMetric(app, /^rekindle_deliveries_pending\{platform="platform-a"\} 1$/m);
    const { status, text } = await see(app, '/metrics');
    expect(status).toBe(200);
    expect(text).toContain('rekindle_inbox_deliveries{status="pending"} 1');
    expect(text).not.toContain('rekindle_queue_jobs{');
    redis.mend();
    await expectMetric(app, /^rekindle_deliveries_pending\{platform="platform-a"\} 0$/m);
    await waitFor(async () => JSON.stringify(await readiness(app)) === JSON.stringify(READY));
    await waitFor(async () => (await app.admin('GET', '/admin/queues')).status === 200);
  });

  it.each([['cut'], ['silence']] as const)('names Postgres as the part that is down (%s)', async (how) => {
    postgres[how]();
    const down = { status: 503, body: { status: 'error', checks: { postgres: 'down', redis: 'up' } } };
    await waitFor(async () => JSON.stringify(await readiness(app)) === JSON.stringify(down));
    expect((await see(app, '/health/live')).status).toBe(200);
    await waitFor(async () => !(await see(app, '/metrics')).text.includes('rekindle_inbox_deliveries{'));
    postgres.mend();
    await waitFor(async () => JSON.stringify(await readiness(app)) === JSON.stringify(READY));
  });

  it('answers 503 datastore_unavailable while Postgres is unreachable', async () => {
    postgres.cut();
    const answer = await app.admin('GET', '/admin/retailers');
    expect(answer).toMatchObject({ status: 503, body: { code: 'datastore_unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
    postgres.mend();
    await waitFor(async () => (await app.admin('GET', '/admin/retailers')).status === 200);
  });
});

describe('the operations routes', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await installStore(app);
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder()) });
    await app.settled();
  });
  afterAll(() => app.stop());

  it('have metrics for Prometheus', async () => {
    const { status, headers, text } = await see(app, '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of [
      /^process_resident_memory_bytes \d/m,
      /^rekindle_deliveries_received_total\{result="new"\} 1$/m,
      /^rekindle_intake_latency_seconds_count 1$/m,
      /^rekindle_job_duration_seconds_count\{job="intake.process",result="finished"\} [1-9]/m,
      /^rekindle_queue_jobs\{queue="intake.process",state="waiting"\} 0$/m,
      /^rekindle_queue_oldest_seconds\{queue="intake.process"\} 0$/m,
      /^rekindle_emails_oldest_due_seconds 0$/m,
      /^rekindle_inbox_deliveries\{status="failed"\} 0$/m,
      /^rekindle_inbox_oldest_pending_seconds 0$/m,
      /^rekindle_deliveries_pending\{platform="platform-b"\} 0$/m,
      /^rekindle_segment_clock_lateness_seconds_count\{platform="platform-a"\} 0$/m,
      /^rekindle_offers_total\{state="minted",platform="platform-b"\} 0$/m,
      /^rekindle_clicks_total\{kind="human",platform="platform-a"\} 0$/m,
      /^rekindle_emails_total\{outcome="sent",platform="platform-a"\} 0$/m,
      /^rekindle_image_cost_usd_total\{platform="platform-a"\} 0$/m,
    ]) {
      expect(text).toMatch(line);
    }
  });

  it('have what sequences won back, by platform', async () => {
    await app.sql(
      `INSERT INTO experiments (retailer_id, id, scope, scope_id, brand_id, number, percent, window_ms, salt, started_at)
       SELECT retailer_id, gen_random_uuid(), 'sequence', 'back', id, 1, 50, 1000, 'salt', now() FROM brands`,
    );
    await app.sql(
      `INSERT INTO experiment_sums (retailer_id, experiment_id, held, sequence_version, n, x, sum_y, sum_yy, sum_o, sum_oo)
       SELECT retailer_id, id, held, 1, 100, 50, CASE WHEN held THEN 400 ELSE 1000 END, 20000,
              CASE WHEN held THEN 40 ELSE 100 END, 200
         FROM experiments, unnest(ARRAY[false, true]) AS held`,
    );
    const labels = 'platform="platform-a",currency="USD",bound="estimate"';
    // The figures of the first scrape are a minute old at most, so another process reads them at once.
    const another = await app.startAnother();
    const { text } = await see(another, '/metrics');
    await another.stop();
    expect(text).toContain(`rekindle_revenue_won_back_total{${labels}} 600`);
    expect(text).toContain(`rekindle_orders_won_back_total{${labels}} 60`);
    expect(text).toMatch(/^rekindle_revenue_won_back_total\{.*bound="low"\} -?\d/m);
  });

  it('say which version runs', async () => {
    const { status, text } = await see(app, '/version');
    expect(status).toBe(200);
    const { version } = JSON.parse(await readFile(join(DOCKER, '../package.json'), 'utf8')) as { version: string };
    expect(JSON.parse(text)).toEqual({
      version,
      commit: expect.toSatisfy((commit) => commit === null || /^[\da-f]{7,}$/.test(String(commit))) as unknown,
      schema: expect.stringMatching(/^[A-Z]\w+\d{13}$/) as unknown,
      node: process.versions.node,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
    });
  });

  it('have every metric of the dashboard and of the alerts', async () => {
    const { text } = await see(app, '/metrics');
    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
    for (const file of ['grafana/dashboards/rekindle.json', 'prometheus/alerts.yml']) {
      const used = (await readFile(join(DOCKER, file), 'utf8')).match(/rekindle_\w+/g) ?? [];
      expect(used.length).toBeGreaterThan(5);
      expect(used.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('have gauges that rules and panels do not add up over processes, because every process answers the same', async () => {
    const { text } = await see(app, '/metrics');
    const gauges = [...text.matchAll(/^# TYPE (rekindle_\w+) gauge$/gm)].map(([, name = '']) => name);
    expect(gauges).toContain('rekindle_queue_jobs');
    const files = ['grafana/dashboards/rekindle.json', 'prometheus/alerts.yml', 'kubernetes/prometheus-adapter.yaml'];
    const texts = await Promise.all(files.map((file) => readFile(join(DOCKER, file), 'utf8')));
    // A name as a series of the adapter is no expression.
    const uses = texts.join('\n').replaceAll(/(seriesQuery|as): '\w+'/g, '');
    const used = gauges.flatMap((name) => [...uses.matchAll(new RegExp(`.{0,60}\\b${name}\\b`, 'g'))].map(String));
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((use) => !/\b(max|min)( by \([\w, ]+\))? ?\(\w+$/.test(use))).toEqual([]);
  });

  it('have a page for the type of every problem', async () => {
    const { body } = await app.admin<{ type: string }>('GET', '/admin/segments');
    expect(body.type).toBe(`${app.url}/problems/malformed-query`);
    const page = await see(app, new URL(body.type).pathname);
    expect(page.status).toBe(200);
    expect(JSON.parse(page.text)).toMatchObject({ code: 'malformed_query', status: 400 });
    expect((await see(app, '/problems/no-such-thing')).status).toBe(404);
  });

  it.each([
    ['no request', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`, 431, 'headers_too_large'],
  ])('answers %s with a problem, too', async (_what, sent, status, code) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*Content-Type: application/problem\\+json`, 's'));
    expect(JSON.parse(body)).toMatchObject({ status, code });
    expect((await see(app, new URL((JSON.parse(body) as { type: string }).type).pathname)).status).toBe(200);
  });

  it('close a connection whose request never ends', async () => {
    const { app: slow, dataDir } = await startIdle();
    const { hostname, port } = new URL(await listen(slow, '127.0.0.1', 0));
    const server: Server = slow.getHttpServer();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 30_000]);
    Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
    const socket = connect(Number(port), hostname);
    socket.write('POST /auth/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 .*"code":"request_too_slow"/s);
    await slow.close();
    await rm(dataDir, { recursive: true });
  });

  it('show the documentation in a browser', async () => {
    const { status, headers, text } = await see(app, '/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('Rekindle API');
    expect((await see(app, '/docs/swagger-ui-bundle.js')).status).toBe(200);
  });

  it('describe every route of docs/operations/security.md except the pages of the dashboard and OPTIONS', async () => {
    const document = JSON.parse((await see(app, '/openapi.json')).text) as OpenApi;
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = (await documentedRoutes())
      .filter(
        ({ method, path }) =>
          method !== 'OPTIONS' && (!path.startsWith('/dashboard') || /^\/dashboard\/(session|oidc)/.test(path)),
      )
      .map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(wanted.toSorted());
    const refusals = (method: string, path: string): string[] =>
      Object.keys(document.paths[path]?.[method]?.responses ?? {}).filter((status) => status.startsWith('4'));
    expect(refusals('post', '/platform-a/webhooks')).toEqual(['400', '401', '404', '413']);
    expect(refusals('post', '/platform-b/webhook/order-status')).toEqual(['400', '401', '413']);
    expect(refusals('get', '/platform-a/callback')).toEqual(['400', '401', '429']);
    for (const path of ['session', 'token', 'revoke']) expect(refusals('post', `/auth/${path}`)).toContain('400');
    for (const path of ['/retailer/module-tokens', '/admin/retailers/{id}/module-tokens']) {
      expect(document.paths[path]?.['post']?.requestBody?.required, path).toBe(false);
    }
  });

  it('describe the API with schemas, tokens and problems', async () => {
    const { status, text } = await see(app, '/openapi.json');
    expect(status).toBe(200);
    const document = JSON.parse(text) as OpenApi;
    expect(document.servers).toEqual([{ url: app.url }]);
    const kinds = ['admin', 'module', 'retailer', 'customer', 'platform-a-session'];
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(kinds.sort());
    const { description } = document.components.securitySchemes['admin'] ?? {};
    const claims = ['iss', 'aud', 'sub', 'iat', 'exp', 'fullAccess'];
    expect(claims.filter((claim) => !description?.includes(`\`${claim}\``))).toEqual([]);
    const admin = Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/'));
    expect(admin.length).toBeGreaterThanOrEqual(11);
    for (const [path, operations] of admin) {
      for (const [method, operation] of Object.entries(operations)) {
        const where = `${method} ${path}`;
        expect(operation.security, where).toEqual([{ admin: [] }]);
        expect(operation.summary, where).toBeTruthy();
        expect(operation.responses['401']?.content, where).toHaveProperty(['application/problem+json']);
      }
    }
    expect(document.paths['/admin/segments/upsert']?.['post']?.responses['422']?.content).toHaveProperty([
      'application/problem+json',
    ]);
    expect(document.components.schemas['UpsertSegmentsBody']).toMatchObject({ required: ['brandId', 'segments'] });
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });
});

interface OpenApi {
  servers: object[];
  components: { securitySchemes: Record<string, { description?: string }>; schemas: Record<string, object> };
  paths: Record<
    string,
    Record<
      string,
      {
        summary?: string;
        security?: object[];
        requestBody?: { required?: boolean };
        responses: Record<string, { content?: object }>;
      }
    >
  >;
}
