import type { TraceContext } from '#libs/kernel';

export type SpanKind = 'internal' | 'server' | 'consumer';
/** No personal data: ids and names of routes, jobs and topics only. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: SpanKind;
  /** Without one the span begins a trace, if it is sampled. */
  readonly parent?: TraceContext | undefined;
  readonly attributes?: Attributes;
}

export interface Span {
  readonly context: TraceContext;
  /** Marks the span as failed where there is an error. Only the class of the error is exported. */
  end(error?: unknown): void;
}

/** A span that has ended. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: TraceContext;
  readonly parent?: TraceContext | undefined;
  /** As of `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes?: Attributes | undefined;
  readonly error?: unknown;
}

/** Records spans. Where tracing is off, there is no tracer. */
export interface Tracer {
  /** Undefined for a trace that is not sampled. */
  begin(name: string, start: SpanStart): Span | undefined;
  /**
   * The first span of the trace that a piece of work has by its id, a UUID whose last digits are as good as random.
   * Every process computes the same trace from the id, so a row that names the work carries its trace. Undefined where
   * the trace is not sampled, and for a text that is no UUID.
   */
  rootOf(workId: string | null): TraceContext | undefined;
  /** A new span of the same trace. */
  childOf(parent: TraceContext): TraceContext;
  record(span: EndedSpan): void;
  /** Exports what is left, for a few seconds at most. */
  stop(): Promise<void>;
}

/** Injection token of the `Tracer`, or of undefined where tracing is off. */
export const TRACER = Symbol('tracer');

/** Why spans were lost: too many waited, the collector refused them or did not answer, or the process ended. */
export const DROP_REASONS = ['full', 'refused', 'no_answer', 'stop'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export interface CollectorOptions {
  /** The base URL of a collector; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly serviceVersion: string;
  readonly onDropped: (reason: DropReason, spans: number) => void;
}

export interface TracerOptions extends CollectorOptions {
  /** The share of traces that are recorded, from 0 to 1. */
  readonly ratio: number;
}
