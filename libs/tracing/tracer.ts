import type { TraceContext } from '#libs/kernel';

export type SpanKind = 'internal' | 'server' | 'consumer';

export interface SpanStart {
  readonly kind: SpanKind;
  /** Without one the span begins a trace, if it is sampled. */
  readonly parent?: TraceContext | undefined;
  /** No personal data: ids and names of routes, jobs and topics only. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface Span {
  readonly context: TraceContext;
  /** Marks the span as failed where there is an error. Only the class of the error is exported. */
  end(error?: unknown): void;
}

/** Records spans. Where tracing is off, there is no tracer. */
export interface Tracer {
  /** Undefined for a trace that is not sampled. */
  begin(name: string, start: SpanStart): Span | undefined;
  /** Exports what is left. */
  stop(): Promise<void>;
}

/** Injection token of the `Tracer`, or of undefined where tracing is off. */
export const TRACER = Symbol('tracer');

export interface TracerOptions {
  /** The base URL of a collector; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** The share of traces that are recorded, from 0 to 1. */
  readonly ratio: number;
}
