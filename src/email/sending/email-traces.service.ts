import { Inject, Injectable } from '@nestjs/common';
import {
  APP_LOGGER,
  type AppLogger,
  currentRequestId,
  newRequestId,
  runInContext,
  type TraceContext,
} from '#libs/kernel';
import { TRACER, type Tracer } from '#libs/tracing';
import type { HeldMessage } from '../ledger/ledger.repository.js';

/** Answers with the traces of messages by message id. */
type FindTraces = (retailerId: string, messages: readonly HeldMessage[]) => Promise<ReadonlyMap<string, string>>;

/** The spans of emails. A run sends emails of many traces, so each email has a span in the trace of its own cause. */
@Injectable()
export class EmailTracesService {
  private find: FindTraces = () => Promise.resolve(new Map());
  private readonly traceIds = new WeakMap<HeldMessage, string>();

  constructor(
    @Inject(TRACER) private readonly tracer: Tracer | undefined,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Plans messages register here, so that sending does not depend on them. */
  askTraces(find: FindTraces): void {
    this.find = find;
  }

  /** Call it for claimed messages of one retailer before `run`. */
  async load(messages: readonly HeldMessage[]): Promise<void> {
    const [first] = messages;
    if (!this.tracer || !first) return;
    const found = await this.find(first.retailerId, messages);
    for (const message of messages) {
      const traceId = found.get(message.id);
      if (traceId) this.traceIds.set(message, traceId);
    }
  }

  /** Runs the sending of a message, which answers with its outcome. Its log lines have the trace id of the email. */
  async run(message: HeldMessage, send: () => Promise<string>): Promise<void> {
    const { tracer } = this;
    const root = tracer?.rootOf(this.traceIds.get(message) ?? null);
    if (tracer && root) await this.traced(message, send, tracer, root);
    else await send();
  }

  private traced(
    { id }: HeldMessage,
    send: () => Promise<string>,
    tracer: Tracer,
    parent: TraceContext,
  ): Promise<void> {
    const context = tracer.childOf(parent);
    const startedAt = performance.now();
    const record = (end: { readonly outcome?: string; readonly error?: unknown }): void => {
      const { outcome = 'error', error } = end;
      const attributes = { 'rekindle.message': id, 'rekindle.outcome': outcome };
      const endedAt = performance.now();
      tracer.record({ name: 'email.send', kind: 'consumer', context, parent, startedAt, endedAt, attributes, error });
      this.logger.debug({ message: id, outcome }, 'email');
    };
    return runInContext({ requestId: currentRequestId() ?? newRequestId(), trace: context }, async () => {
      try {
        record({ outcome: await send() });
      } catch (error) {
        record({ error });
        throw error;
      }
    });
  }
}
