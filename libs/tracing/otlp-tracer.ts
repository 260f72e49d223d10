import { randomFillSync } from 'node:crypto';
import { isUuid, type TraceContext } from '#libs/kernel';
import { SpanExporter } from './span-exporter.js';
import type { EndedSpan, Span, SpanStart, Tracer, TracerOptions } from './tracer.js';

/** The digits of an id that decide whether its trace is sampled. */
const DIGITS = 8;

/** Samples traces and makes their ids. */
export class OtlpTracer implements Tracer {
  private readonly exporter: SpanExporter;
  private readonly sampledBelow: number;

  constructor(options: TracerOptions) {
    this.exporter = new SpanExporter(options);
    this.sampledBelow = options.ratio * 16 ** DIGITS;
  }

  begin(name: string, { kind, parent, attributes }: SpanStart): Span | undefined {
    const context = parent ? this.childOf(parent) : this.newTrace();
    if (!context) return undefined;
    const startedAt = performance.now();
    let ended = false;
    const end = (error?: unknown): void => {
      if (ended) return;
      ended = true;
      this.record({ name, kind, context, parent, startedAt, endedAt: performance.now(), attributes, error });
    };
    return { context, end };
  }

  rootOf(workId: string | null): TraceContext | undefined {
    if (workId === null || !this.samples(workId) || !isUuid(workId)) return undefined;
    const traceId = workId.replaceAll('-', '');
    return { traceId, spanId: traceId.slice(16) };
  }

  childOf({ traceId }: TraceContext): TraceContext {
    return { traceId, spanId: newId(8) };
  }

  record(span: EndedSpan): void {
    this.exporter.add(span);
  }

  stop(): Promise<void> {
    return this.exporter.stop();
  }

  private newTrace(): TraceContext | undefined {
    const traceId = newId(16);
    return this.samples(traceId) ? { traceId, spanId: newId(8) } : undefined;
  }

  /** The last digits of an id decide, in every process alike. */
  private samples(id: string): boolean {
    return Number.parseInt(id.slice(-DIGITS), 16) < this.sampledBelow;
  }
}

/** Random bytes are drawn for many ids at once. */
const pool = Buffer.alloc(4_096);
let drawn = pool.length;

function newId(bytes: number): string {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString('hex', drawn - bytes, drawn);
}
