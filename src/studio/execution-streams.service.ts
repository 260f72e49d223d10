import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { ExecutionReaderService } from '../sequences/executions/execution-reader.service.js';

/** Of one process. More connections get 429; a page then asks for the counts itself. */
const MOST_STREAMS = 200;
const MOST_OF_RETAILER = 10;
const EVERY_MS = 1_000;
const HEARTBEAT_MS = 15_000;
/** The browser connects again, and the session is checked again. */
const LONGEST_MS = 10 * 60_000;
/** The pause is at least so many times as long as the reading took, so that a large execution is not only counted. */
const IDLE_SHARE = 5;

/** Streams of the counts of executions, as server-sent events. */
@Injectable()
export class ExecutionStreamsService implements OnModuleDestroy {
  private readonly open = new Map<AbortController, string>();

  constructor(private readonly executions: ExecutionReaderService) {}

  /** Open streams would keep the process from stopping. */
  onModuleDestroy(): void {
    for (const stream of this.open.keys()) stream.abort();
  }

  /** Takes the connection over. 404 for an unknown execution, 429 above the limits. */
  async start(retailerId: string, id: string, reply: FastifyReply, requestId: string): Promise<void> {
    await this.executions.get(id);
    const ofRetailer = [...this.open.values()].filter((each) => each === retailerId).length;
    if (this.open.size >= MOST_STREAMS || ofRetailer >= MOST_OF_RETAILER) throw tooMany();
    const stream = new AbortController();
    this.open.set(stream, retailerId);
    reply.hijack();
    const { raw } = reply;
    raw.once('close', () => stream.abort());
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    });
    void this.follow(id, (text) => raw.write(text), stream.signal)
      .catch(() => undefined)
      .finally(() => {
        this.open.delete(stream);
        raw.end();
      });
  }

  /** Sends the execution whenever it has changed, until it ends. */
  private async follow(id: string, write: (text: string) => void, signal: AbortSignal): Promise<void> {
    const begun = Date.now();
    let [last, saidAt] = ['', begun];
    while (!signal.aborted && Date.now() - begun < LONGEST_MS) {
      const readAt = Date.now();
      const execution = await this.executions.get(id);
      const text = JSON.stringify(execution);
      const isQuiet = Date.now() - saidAt >= HEARTBEAT_MS;
      if (text !== last) write(`event: execution\ndata: ${text}\n\n`);
      else if (isQuiet) write(': still here\n\n');
      if (text !== last || isQuiet) saidAt = Date.now();
      last = text;
      if (execution.finishedAt !== null) return write('event: end\ndata: {}\n\n');
      await pause(Math.max(EVERY_MS, IDLE_SHARE * (Date.now() - readAt)), undefined, { signal });
    }
  }
}

const tooMany = (): DomainError =>
  new DomainError(429, 'too_many_requests', 'Too many executions are being watched.', {
    headers: { 'retry-after': '10' },
  });
