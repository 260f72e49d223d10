import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { END, headOf, jsonOf } from './span-json.js';
import type { CollectorOptions, DropReason, EndedSpan } from './tracer.js';

const EVERY_MS = 1_000;
/** So many spans are exported at once, and so many wait. Further ones are dropped, because memory has an end. */
const BATCH = 512;
const MOST_WAITING = 8_192;
const EXPORT_MS = 5_000;
/** The process has to end within the grace of its supervisor, also where the collector does not answer. */
const STOP_MS = 3_000;

/** Exports spans as JSON over HTTP (OTLP), in batches. Where the collector does not take them, only spans are lost. */
export class SpanExporter {
  private waiting: EndedSpan[] = [];
  private sending: Promise<void> | undefined;
  private request: ClientRequest | undefined;
  private isOver = false;
  private readonly timer = setInterval(() => this.flush(), EVERY_MS).unref();
  private readonly head: string;
  private readonly url: URL;
  private readonly http: typeof http | typeof https;
  private readonly agent: http.Agent;

  constructor(private readonly options: CollectorOptions) {
    this.head = headOf(options);
    this.url = new URL(`${options.endpoint}/v1/traces`);
    this.http = this.url.protocol === 'https:' ? https : http;
    this.agent = new this.http.Agent({ keepAlive: true, maxSockets: 1 });
  }

  add(span: EndedSpan): void {
    if (this.waiting.length >= MOST_WAITING) this.options.onDropped('full', 1);
    else if (this.waiting.push(span) >= BATCH) this.flush();
  }

  /** Settles within `STOP_MS`. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const limit = setTimeout(() => {
      this.isOver = true;
      this.request?.destroy();
    }, STOP_MS);
    for (this.flush(); this.sending; this.flush()) await this.sending;
    clearTimeout(limit);
    this.agent.destroy();
  }

  private flush(): void {
    if (this.sending || this.waiting.length === 0) return;
    const spans = this.waiting.splice(0, BATCH);
    this.sending = this.export(spans).finally(() => (this.sending = undefined));
  }

  private async export(spans: readonly EndedSpan[]): Promise<void> {
    const failure = this.isOver ? 'no_answer' : await this.post(spans);
    if (failure) this.options.onDropped(this.isOver ? 'stop' : failure, spans.length);
  }

  /** Why the spans are lost; undefined where the collector has taken them. */
  private post(spans: readonly EndedSpan[]): Promise<DropReason | undefined> {
    const body = Buffer.from(`${this.head}${spans.map(jsonOf).join(',')}${END}`);
    const headers = { ...this.options.headers, 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve) => {
      const request = this.http.request(this.url, { method: 'POST', agent: this.agent, headers });
      const limit = setTimeout(() => request.destroy(), EXPORT_MS);
      request.on('response', (response) => {
        const { statusCode = 0 } = response.resume();
        response.on('end', () => resolve(statusCode >= 200 && statusCode < 300 ? undefined : 'refused'));
      });
      request.on('close', () => {
        clearTimeout(limit);
        resolve('no_answer');
      });
      request.on('error', () => undefined).end(body);
      this.request = request;
    });
  }
}
