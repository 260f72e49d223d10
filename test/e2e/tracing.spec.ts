import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf } from 'node:stream/consumers';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { quietPort } from '../setup/quiet-port.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that keeps what it is sent. */
class Collector {
  readonly exports: { readonly path: string; readonly token: string | undefined; readonly body: Export }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      void jsonOf(request).then((body) => {
        collector.exports.push({
          path: request.url ?? '',
          token: request.headers['x-token']?.toString(),
          body: body as Export,
        });
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.exports.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** The names of the span's ancestors, from the root to the span itself. */
  pathOf(span: Span): string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? this.pathOf(parent) : []), span.name];
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let collector: Collector;
let sink: SmtpSink;
let app: TestApp;
/** Jobs run in a process of their own, so that the trace crosses from one process to another. */
let worker: ServiceProcess;
let brandId: string;

beforeAll(async () => {
  [collector, sink] = await Promise.all([Collector.start(), SmtpSink.start()]);
  app = await TestApp.start({
    SMTP_URL: sink.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Token=secret=1',
    OTEL_TRACES_SAMPLER_ARG: '1',
    ROLE: 'api',
  });
  const port = String(await quietPort());
  worker = await ServiceProcess.start({ ...app.environment, ROLE: 'worker', PORT: port, LOG_LEVEL: 'debug' });
  ({ brandId } = await installStore(app));
});
afterAll(async () => {
  await worker?.end('SIGKILL');
  await app.stop();
  await sink.stop();
  collector.stop();
});

describe('traces', () => {
  it('lead from a webhook over every queue to the email, in other processes and in their logs', async () => {
    const criteria = { minOrders: 1 };
    await app.admin('POST', '/admin/segments/upsert', { brandId, segments: [{ name: 'Buyers', criteria }] });
    const automatic = { segment: 'Buyers', trigger: 'segment_entered', steps: [step('one')] };
    const put = await app.admin('PUT', '/admin/sequences/back', { brandId, name: 'Back', ...automatic });
    expect(put.status).toBe(201);
    await app.admin('PATCH', `/admin/brands/${brandId}`, { settings: { mailUnknownConsent: true } });
    await app.settled();
    // A job that a sweep enqueued first belongs to no trace, so another customer may be needed.
    let customerId = 77;
    const emailsOfTraces = (): Span[] =>
      collector.spans.filter((span) => span.name === 'email.send' && collector.pathOf(span).length >= 4);
    await waitFor(async () => {
      await deliver(app.url, { topic: 'orders/create', body: json(anOrder({ customerId: (customerId += 1) })) });
      const emails = sink.emails.length;
      await waitFor(() => sink.emails.length > emails, 20_000);
      await app.settled();
      return emailsOfTraces().length > 0;
    }, 60_000);
    const [sent] = emailsOfTraces();
    const path = sent ? collector.pathOf(sent) : [];
    expect(path[0]).toBe('webhook orders/create');
    expect(path[1]).toBe('intake.process');
    expect(path).toContain('segmentation.apply-changes');
    expect(path.at(-1)).toBe('email.send');
    const trace = collector.spans.filter(({ traceId }) => traceId === sent?.traceId);
    expect(new Set(trace.map(({ spanId }) => spanId)).size).toBe(trace.length);
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of trace) {
      expect(start).toMatch(/^\d{19}$/);
      expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start));
    }
    const logged = (name: string): boolean =>
      worker.output.split('\n').some((line) => line.includes(name) && line.includes(sent?.traceId ?? '?'));
    await waitFor(() => ['intake.process', 'segmentation.apply-changes', 'email.send'].every(logged));
    expect(worker.output).toContain(`"span_id":"${sent?.spanId}"`);
    const requests = worker.output.split('\n').filter((line) => line.includes('"/health/live"'));
    expect(requests.filter((line) => !/"trace_id":"[\da-f]{32}"/.test(line))).toEqual([]);
    expect(requests).not.toEqual([]);
  });

  it('say which service they are of, and have nothing of a person', async () => {
    await app.admin('GET', '/admin/retailers?externalId=nobody');
    await waitFor(() => collector.spans.some(({ name }) => name === 'GET /admin/retailers'), 10_000);
    for (const { path, token, body } of collector.exports) {
      expect({ path, token }).toEqual({ path: '/v1/traces', token: 'secret=1' });
      expect(body.resourceSpans[0]?.resource.attributes).toContainEqual({
        key: 'service.name',
        value: { stringValue: 'rekindle' },
      });
    }
    expect(JSON.stringify(collector.exports)).not.toMatch(/@|nobody|Buyers/);
  });
});
