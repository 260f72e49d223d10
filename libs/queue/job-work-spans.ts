import type { JobWork, TraceContext } from '#libs/kernel';
import type { Tracer } from '#libs/tracing';
import type { JobName } from './catalogue.js';

/**
 * The spans of a job that takes work of many traces: one span for each trace and batch. A job in Redis may do the work
 * of others that were enqueued before it, or of none, so the rows name the traces and the job does not.
 */
export class JobWorkSpans implements JobWork {
  private spans: readonly (readonly [root: TraceContext, span: TraceContext])[] = [];
  private startedAt = 0;
  private error: unknown;

  constructor(
    private readonly tracer: Tracer,
    private readonly name: JobName,
    private readonly attempt: number,
  ) {}

  get trace(): TraceContext | undefined {
    return this.spans[0]?.[1];
  }

  took(workIds: Iterable<string | null>): void {
    this.end();
    const roots = [...new Set(workIds)].flatMap((id) => this.tracer.rootOf(id) ?? []);
    this.spans = roots.map((root) => [root, this.tracer.childOf(root)]);
    this.startedAt = performance.now();
  }

  failed(error: unknown): void {
    this.error = error;
  }

  /** Call it at the end of the job. */
  end(): void {
    const { name, startedAt, error, attempt } = this;
    const endedAt = performance.now();
    const batch = { name, kind: 'consumer', startedAt, endedAt, error, attributes: { attempt } } as const;
    for (const [parent, context] of this.spans) this.tracer.record({ ...batch, context, parent });
    this.spans = [];
    this.error = undefined;
  }
}
