import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { whileRenewing } from '#libs/durable-work';
import { APP_LOGGER, type AppLogger, DomainError, toProblem } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Runtime } from '../config/runtime.js';
import {
  IdempotencyRepository,
  type KeyedRequest,
  RENEW_CLAIM_MS,
  type StoredAnswer,
} from './idempotency.repository.js';
import { isFinal, keyedRequest } from './keyed-request.js';

/**
 * Handles a POST with an `Idempotency-Key` once and repeats its answer for the same key and body. It runs after the
 * guards, so that a key belongs to an authenticated caller, and before the pipes, so that the refusal of a body is
 * stored too.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly repository: IdempotencyRepository,
    private readonly runtime: Runtime,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const keyed = keyedRequest(request, request.caller);
    if (!keyed) return next.handle();
    return from(this.once(keyed, request, http.getResponse<FastifyReply>(), next));
  }

  private async once(
    keyed: KeyedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const claim = await this.repository.claim(keyed);
    if (claim.status === 'other-body') throw keyReused();
    if (claim.status === 'running') throw stillRunning();
    if (claim.status === 'answered') return replay(reply, claim.answer);
    try {
      const body = await whileRenewing(
        () => this.repository.renew(keyed, claim.claimedAt),
        RENEW_CLAIM_MS,
        () => lastValueFrom<unknown, undefined>(next.handle(), { defaultValue: undefined }),
      );
      await this.finish(keyed, claim.claimedAt, { status: reply.statusCode, body: textOf(body) });
      return body;
    } catch (error) {
      const { problem } = toProblem(error, request.id, this.runtime.publicUrl);
      await this.finish(keyed, claim.claimedAt, { status: problem.status, body: JSON.stringify(problem) });
      throw error;
    }
  }

  /** The request has taken effect: a failure to store its answer must not turn it into a failure. */
  private async finish(keyed: KeyedRequest, claimedAt: Date, answer: StoredAnswer): Promise<void> {
    try {
      if (isFinal(answer.status)) await this.repository.store(keyed, claimedAt, answer);
      else await this.repository.release(keyed, claimedAt);
    } catch (error) {
      this.logger.warn({ err: error, route: keyed.route }, 'the answer to an idempotency key was not stored');
    }
  }
}

function replay(reply: FastifyReply, { status, body }: StoredAnswer): unknown {
  void reply.header('idempotency-replayed', 'true').code(status);
  if (body === null) return undefined;
  void reply.type(status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
  return body;
}

const textOf = (body: unknown): string | null => (body === undefined || body === null ? null : JSON.stringify(body));

const keyReused = (): DomainError =>
  new DomainError(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.');

const stillRunning = (): DomainError =>
  new DomainError(409, 'idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
  });
