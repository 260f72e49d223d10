import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly { readonly key: string; readonly value: object }[];
  readonly status?: object;
}

export interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

/** A collector that keeps what it is sent. A span that arrives twice counts once. */
export class SpanCollector {
  readonly exports: { readonly path: string; readonly token: string | undefined; readonly body: Export }[] = [];

  /** Requests whose connection ended without an answer. */
  broken = 0;
  private toBreak = 0;

  private constructor(private readonly server: Server) {}

  /** Answers with the status, or never. */
  static async start(status: number | 'silent' = 200): Promise<SpanCollector> {
    const server = createServer();
    const collector = new SpanCollector(server);
    server.on('request', (request, response) => {
      if (collector.toBreak > collector.broken) {
        collector.broken += 1;
        request.destroy();
        return;
      }
      void jsonOf(request).then((body) => {
        const token = request.headers['x-token']?.toString();
        collector.exports.push({ path: request.url ?? '', token, body: body as Export });
        if (status !== 'silent') response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): CollectedSpan[] {
    const all = this.exports.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
    return [...new Map(all.map((span) => [JSON.stringify(span), span])).values()];
  }

  /** Ends the connections of the next requests without an answer. */
  breakConnections(requests: number): void {
    this.toBreak = this.broken + requests;
  }

  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const attribute = ({ attributes = [] }: CollectedSpan, key: string): object | undefined =>
  attributes.find((each) => each.key === key)?.value;
