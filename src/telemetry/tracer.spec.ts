import { randomUUID } from 'node:crypto';
import { openTracer, type Tracer } from '#libs/tracing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SpanCollector } from '../../test/setup/span-collector.js';

const collectors: SpanCollector[] = [];
afterEach(() => {
  for (const collector of collectors.splice(0)) collector.stop();
});

/** A tracer, its collector, and the spans that were lost, by reason. */
async function started({ ratio = 1, status }: { ratio?: number; status?: number | 'silent' } = {}) {
  const collector = await SpanCollector.start(status);
  collectors.push(collector);
  const dropped: Record<string, number> = {};
  const tracer = await openTracer({
    endpoint: collector.url,
    headers: {},
    serviceName: 'rekindle "test"',
    serviceVersion: '1',
    ratio,
    onDropped: (reason, spans) => (dropped[reason] = (dropped[reason] ?? 0) + spans),
  });
  return { collector, dropped, tracer };
}

const recordMany = (tracer: Tracer, spans: number): void => {
  for (let each = 0; each < spans; each += 1) tracer.begin('many', { kind: 'internal' })?.end();
};

describe('the tracer', () => {
  it('exports spans as the protocol writes them', async () => {
    const { collector, tracer } = await started();
    const root = tracer.begin('a "name"', { kind: 'server' });
    const attributes = { text: 'a\n"text"', whole: 3, broken: 0.5 };
    tracer.begin('child', { kind: 'consumer', parent: root?.context, attributes })?.end(new TypeError('secret'));
    root?.end();
    await tracer.stop();
    const [child, parent] = collector.spans;
    expect(parent).toMatchObject({ ...root?.context, name: 'a "name"', kind: 2 });
    expect(parent).not.toHaveProperty('parentSpanId');
    expect(child).toMatchObject({
      traceId: parent?.traceId,
      parentSpanId: parent?.spanId,
      kind: 5,
      status: { code: 2, message: 'TypeError' },
      attributes: [
        { key: 'text', value: { stringValue: 'a\n"text"' } },
        { key: 'whole', value: { intValue: '3' } },
        { key: 'broken', value: { doubleValue: 0.5 } },
      ],
    });
    for (const { traceId, spanId, startTimeUnixNano: start, endTimeUnixNano: end } of collector.spans) {
      expect([traceId, spanId]).toEqual([
        expect.stringMatching(/^[\da-f]{32}$/),
        expect.stringMatching(/^[\da-f]{16}$/),
      ]);
      expect(start).toMatch(/^\d{19}$/);
      expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start));
    }
    expect(JSON.stringify(collector.exports)).not.toContain('secret');
  });

  it('computes one trace from an id in every process, for the share of ids that is sampled', async () => {
    const [tenth, other, all] = [await started({ ratio: 0.1 }), await started({ ratio: 0.1 }), await started()];
    const ids = Array.from({ length: 2_000 }, () => randomUUID());
    const roots = ids.map((id) => tenth.tracer.rootOf(id));
    expect(roots).toEqual(ids.map((id) => other.tracer.rootOf(id)));
    const sampled = roots.filter((root) => root !== undefined);
    expect(sampled.length).toBeGreaterThan(100);
    expect(sampled.length).toBeLessThan(300);
    expect(ids.map((id) => all.tracer.rootOf(id)?.traceId)).toEqual(ids.map((id) => id.replaceAll('-', '')));
    const others = ['backfill', `import:${ids[0]}`, null];
    expect(others.map((id) => all.tracer.rootOf(id))).toEqual([undefined, undefined, undefined]);
    for (const { tracer } of [tenth, other, all]) await tracer.stop();
  });

  it('ends with the first export that a silent collector does not answer, and counts the lost spans', async () => {
    const { collector, dropped, tracer } = await started({ status: 'silent' });
    recordMany(tracer, 9_000);
    await tracer.stop();
    expect(collector.exports.length).toBe(1);
    expect(dropped).toEqual({ full: 9_000 - 512 - 8_192, stop: 512 + 8_192 });
  });

  it('does not send spans again to a collector that does not answer in time', async () => {
    const { collector, dropped, tracer } = await started({ status: 'silent' });
    recordMany(tracer, 10);
    await vi.waitFor(() => expect(dropped).toEqual({ no_answer: 10 }), 15_000);
    await tracer.stop();
    expect(collector.exports.length).toBe(1);
  });

  it('sends spans again when the collector closes a connection that was kept open', async () => {
    const { collector, dropped, tracer } = await started();
    recordMany(tracer, 1);
    await vi.waitFor(() => expect(collector.spans.length).toBe(1), 5_000);
    collector.breakConnections(1);
    recordMany(tracer, 10);
    await tracer.stop();
    expect(collector.broken).toBe(1);
    expect(collector.exports.length).toBe(2);
    expect(collector.spans.length).toBe(11);
    expect(dropped).toEqual({});
  });

  it('counts spans that a collector refuses, and those that nobody takes', async () => {
    const busy = await started({ status: 503 });
    recordMany(busy.tracer, 10);
    await busy.tracer.stop();
    expect(busy.dropped).toEqual({ refused: 10 });
    expect(busy.collector.exports.length).toBe(3);
    const refusing = await started({ status: 400 });
    recordMany(refusing.tracer, 10);
    await refusing.tracer.stop();
    expect(refusing.dropped).toEqual({ refused: 10 });
    expect(refusing.collector.exports.length).toBe(1);
    const gone = await started();
    gone.collector.stop();
    recordMany(gone.tracer, 10);
    await gone.tracer.stop();
    expect(gone.dropped).toEqual({ no_answer: 10 });
  });
});
