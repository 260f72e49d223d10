import { randomFillSync } from 'node:crypto';
import type { TraceContext } from '#libs/kernel';
import type { Span, SpanKind, SpanStart, Tracer, TracerOptions } from './tracer.js';

/** As in the protocol. */
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, consumer: 5 };
const FAILED = 2;
const EVERY_MS = 1_000;
/** So many spans are exported at once, and so many wait. Further ones are dropped, because memory has an end. */
const BATCH = 512;
const MOST_WAITING = 8_192;
const EXPORT_MS = 5_000;

/** Exports spans as JSON over HTTP (OTLP), in batches. Where the collector does not answer, only spans are lost. */
export class OtlpTracer implements Tracer {
  private waiting: string[] = [];
  private sending: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly head: string;

  constructor(private readonly options: TracerOptions) {
    const resource = {
      attributes: attributesOf({ 'service.name': options.serviceName, 'service.version': options.serviceVersion }),
    };
    this.head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":{"name":"rekindle"},"spans":[`;
    this.timer = setInterval(() => this.flush(), EVERY_MS).unref();
  }

  begin(name: string, { kind, parent, attributes = {} }: SpanStart): Span | undefined {
    if (!parent && this.options.ratio < 1 && Math.random() >= this.options.ratio) return undefined;
    const context: TraceContext = { traceId: parent?.traceId ?? newId(16), spanId: newId(8) };
    const start = nanoseconds();
    let ended = false;
    const end = (error?: unknown): void => {
      if (ended) return;
      ended = true;
      this.keep(
        JSON.stringify({
          ...context,
          ...(parent ? { parentSpanId: parent.spanId } : {}),
          name,
          kind: KINDS[kind],
          startTimeUnixNano: start,
          endTimeUnixNano: nanoseconds(),
          attributes: attributesOf(attributes),
          ...(error === undefined ? {} : { status: { code: FAILED, message: classOf(error) } }),
        }),
      );
    };
    return { context, end };
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    while (this.sending || this.waiting.length > 0) {
      this.flush();
      await this.sending;
    }
  }

  private keep(span: string): void {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(span);
    if (this.waiting.length >= BATCH) this.flush();
  }

  private flush(): void {
    if (this.sending || this.waiting.length === 0) return;
    const spans = this.waiting.splice(0, BATCH);
    this.sending = this.post(`${this.head}${spans.join(',')}]}]}]}`).finally(() => (this.sending = undefined));
  }

  private async post(body: string): Promise<void> {
    const { endpoint, headers } = this.options;
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(EXPORT_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel();
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

/** Since 1970, as a decimal string: the number does not fit a double. */
function nanoseconds(): string {
  const milliseconds = performance.timeOrigin + performance.now();
  const whole = Math.floor(milliseconds);
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`;
}

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));

const classOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
