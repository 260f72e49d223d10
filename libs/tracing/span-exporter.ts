import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { END, headOf, jsonOf } from './span-json.js';
import type { CollectorOptions, DropReason, EndedSpan } from './tracer.js';

const EVERY_MS = 1_000;
/** So many spans are exported at once, and so many wait. Further ones are dropped, because memory has an end. */
const BATCH = 512;
const MOST_WAITING = 8_192;
/** How often a batch is sent at most. The next attempt comes with the next tick of the timer; in `stop` at once. */
const ATTEMPTS = 3;
/** With these statuses the collector may take the batch later, as the protocol says. */
const BUSY_STATUSES = new Set([429, 502, 503, 504]);
const EXPORT_MS = 5_000;
/** The process has to end within the grace of its supervisor, also where the collector does not answer. */
const STOP_MS = 3_000;

interface Batch {
  readonly spans: readonly EndedSpan[];
  /** Counted from 1. */
  readonly attempt: number;
}
/** Why the collector has not taken a batch. */
interface Failure {
  readonly reason: DropReason;
  readonly sendAgain: boolean;
}
const BUSY: Failure = { reason: 'refused', sendAgain: true };
const REFUSED: Failure = { reason: 'refused', sendAgain: false };
const BROKEN: Failure = { reason: 'no_answer', sendAgain: true };
/** More requests would make a slow collector slower. */
const SLOW: Failure = { reason: 'no_answer', sendAgain: false };

/**
 * Exports spans as JSON over HTTP (OTLP), in batches. Where the collector does not take them, only spans are lost.
 * Where only the answer is lost, the collector gets the batch again, so a span may arrive more than once.
 */
export class SpanExporter {
  private waiting: EndedSpan[] = [];
  /** Failed, and is sent before those that wait. */
  private unsent: Batch | undefined;
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
    else if (this.waiting.push(span) >= BATCH && !this.unsent) this.flush();
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
    if (this.sending) return;
    const batch = this.unsent ?? { spans: this.waiting.splice(0, BATCH), attempt: 1 };
    this.unsent = undefined;
    if (batch.spans.length > 0) this.sending = this.export(batch).finally(() => (this.sending = undefined));
  }

  private async export({ spans, attempt }: Batch): Promise<void> {
    const failure = this.isOver ? SLOW : await this.post(spans);
    if (!failure) return;
    if (this.isOver) this.options.onDropped('stop', spans.length);
    else if (failure.sendAgain && attempt < ATTEMPTS) this.unsent = { spans, attempt: attempt + 1 };
    else this.options.onDropped(failure.reason, spans.length);
  }

  /** Undefined where the collector has taken the spans. */
  private post(spans: readonly EndedSpan[]): Promise<Failure | undefined> {
    const body = Buffer.from(`${this.head}${spans.map(jsonOf).join(',')}${END}`);
    const headers = { ...this.options.headers, 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve) => {
      const request = this.http.request(this.url, { method: 'POST', agent: this.agent, headers });
      const limit = setTimeout(() => {
        resolve(SLOW);
        request.destroy();
      }, EXPORT_MS);
      request.on('response', (response) => {
        const { statusCode = 0 } = response.resume();
        resolve(failureOf(statusCode));
      });
      request.on('close', () => {
        clearTimeout(limit);
        resolve(BROKEN);
      });
      request.on('error', () => undefined).end(body);
      this.request = request;
    });
  }
}

function failureOf(status: number): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return BUSY_STATUSES.has(status) ? BUSY : REFUSED;
}
