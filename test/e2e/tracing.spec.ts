import { randomUUID } from 'node:crypto';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { quietPort } from '../setup/quiet-port.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { attribute, type CollectedSpan, SpanCollector } from '../setup/span-collector.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore, type Sent } from '../setup/webhooks.js';

const DELIVERIES = 50;
/** The way of a delivery, from the request to the email. */
const WAY = ['webhook orders/create', 'intake.process', 'segmentation.apply-changes', 'segmentation.publish-events'];

let collector: SpanCollector;
let sink: SmtpSink;
let app: TestApp;
/** Jobs run in a process of their own, so that the trace crosses from one process to another. */
let worker: ServiceProcess;
let brandId: string;

beforeAll(async () => {
  [collector, sink] = await Promise.all([SpanCollector.start(), SmtpSink.start()]);
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
  const criteria = { minOrders: 1 };
  await app.admin('POST', '/admin/segments/upsert', { brandId, segments: [{ name: 'Buyers', criteria }] });
  const steps = [step('one'), step('two', 'PT1S')];
  const automatic = { segment: 'Buyers', trigger: 'segment_entered', steps };
  const put = await app.admin('PUT', '/admin/sequences/back', { brandId, name: 'Back', ...automatic });
  expect(put.status).toBe(201);
  await app.admin('PATCH', `/admin/brands/${brandId}`, { settings: { mailUnknownConsent: true } });
  await app.settled();
});
afterAll(async () => {
  await worker?.end('SIGKILL');
  await app.stop();
  await sink.stop();
  collector.stop();
});

const anOrderOf = (customerId: number): Sent => ({
  topic: 'orders/create',
  body: json(anOrder({ customerId })),
  webhookId: randomUUID(),
});

/** The emails with the traces of the deliveries that made their recipients enter the segment, by message id. */
async function tracesOfMessages(): Promise<ReadonlyMap<string, string>> {
  const rows = await app.sql<{ id: string; cause: string }>(
    'SELECT m.id, t.cause FROM messages m JOIN segment_transitions t USING (retailer_id, customer_id)',
  );
  return new Map(rows.map(({ id, cause }) => [id, cause.replaceAll('-', '')]));
}

const messageOf = (span: CollectedSpan): string =>
  (attribute(span, 'rekindle.message') as { stringValue: string } | undefined)?.stringValue ?? '';
const ofTrace = (traceId: string): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
const countOf = (spans: readonly CollectedSpan[], name: string): number =>
  spans.filter((span) => span.name === name).length;

describe('traces', () => {
  it('lead from each of many concurrent webhooks over every queue to its own emails, and to their log lines', async () => {
    const orders = Array.from({ length: DELIVERIES }, (_, place) => anOrderOf(7_100 + place));
    const answers = await Promise.all(orders.map((order) => deliver(app.url, order)));
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
    const spans = 2 * DELIVERIES;
    await waitFor(() => collector.named('email.send').length >= spans, 60_000);
    await waitFor(() => collector.named('sequences.advance').length >= spans, 60_000);

    const traces = await tracesOfMessages();
    const emails = collector.named('email.send');
    expect(new Map(emails.map((span) => [messageOf(span), span.traceId]))).toEqual(traces);
    expect(emails.length).toBe(spans);
    expect(emails.map((span) => attribute(span, 'rekindle.outcome'))).toEqual(
      emails.map(() => ({ stringValue: 'sent' })),
    );
    expect(new Set(traces.values()).size).toBe(DELIVERIES);
    for (const traceId of new Set(traces.values())) {
      const trace = ofTrace(traceId);
      const root = trace.find(({ parentSpanId }) => parentSpanId === undefined);
      expect(root?.name).toBe(WAY[0]);
      expect(trace.filter(({ parentSpanId }) => parentSpanId === root?.spanId).length).toBe(trace.length - 1);
      expect(new Set(trace.map(({ spanId }) => spanId)).size).toBe(trace.length);
      const names = trace.map(({ name }) => name).filter((name) => WAY.includes(name));
      expect(names.toSorted()).toEqual(WAY.toSorted());
    }
    const lines = worker.output.split('\n').filter((line) => line.includes('"outcome":"sent"'));
    for (const span of emails) {
      const line = lines.find((each) => each.includes(`"message":"${messageOf(span)}"`));
      expect(line).toContain(`"trace_id":"${span.traceId}","span_id":"${span.spanId}"`);
    }
    const requests = worker.output.split('\n').filter((line) => line.includes('"/health/live"'));
    expect(requests.filter((line) => !/"trace_id":"[\da-f]{32}"/.test(line))).toEqual([]);
    expect(requests).not.toEqual([]);
  });

  it('go on where the platform repeats a delivery, and where a sweep takes it again because its job is lost', async () => {
    const order = anOrderOf(7_900);
    await deliver(app.url, order);
    await app.settled();
    const [delivery] = await app.sql<{ id: string }>('SELECT id FROM deliveries WHERE delivery_id = $1', [
      order.webhookId,
    ]);
    const traceId = delivery?.id.replaceAll('-', '') ?? '';
    const attempts = (): number => countOf(ofTrace(traceId), 'intake.process');
    await waitFor(() => attempts() === 1 && countOf(ofTrace(traceId), 'email.send') === 2, 60_000);

    await deliver(app.url, order);
    await waitFor(() => countOf(ofTrace(traceId), 'webhook orders/create') === 2, 10_000);
    const [root, ...others] = ofTrace(traceId).filter(({ name }) => name === 'webhook orders/create');
    expect(others.map(({ parentSpanId }) => parentSpanId)).toEqual([root?.spanId]);
    expect(attempts()).toBe(1);

    await app.sql(`UPDATE deliveries SET status = 'pending', due_at = now() WHERE id = $1`, [delivery?.id]);
    await waitFor(() => attempts() === 2, 60_000);
    expect(countOf(ofTrace(traceId), 'email.send')).toBe(2);
  });

  it('say which service they are of, and have nothing of a person', async () => {
    await app.admin('GET', '/admin/retailers?externalId=nobody');
    await waitFor(() => collector.named('GET /admin/retailers').length > 0, 10_000);
    for (const { path, token, body } of collector.exports) {
      expect({ path, token }).toEqual({ path: '/v1/traces', token: 'secret=1' });
      expect(body.resourceSpans[0]?.resource.attributes).toContainEqual({
        key: 'service.name',
        value: { stringValue: 'rekindle' },
      });
    }
    expect(JSON.stringify(collector.exports)).not.toMatch(/@|nobody|Buyers/);
  });

  it('count what the collector does not take', async () => {
    for (const url of [app.url, worker.url]) {
      const page = await (await fetch(`${url}/metrics`)).text();
      expect(page).toContain('rekindle_spans_dropped_total{reason="no_answer"} 0');
    }
  });
});
