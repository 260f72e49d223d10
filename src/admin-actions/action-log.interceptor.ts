import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { toProblem } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '../auth/token-rules.js';
import { ActionLogService } from './action-log.service.js';

/**
 * Runs before all other interceptors and pipes of an admin's request, so that their refusals are logged too. An
 * operator who acts for a retailer is an admin; the users of the store are not.
 */
@Injectable()
export class ActionLogInterceptor implements NestInterceptor {
  constructor(private readonly log: ActionLogService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.logged(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), next));
  }

  private async logged(request: FastifyRequest, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const { caller } = request;
    const subject = caller && actorOf(caller);
    const retailerId = caller?.kind === 'retailer' ? caller.retailerId : undefined;
    const action = subject === undefined ? undefined : await this.log.begin(request, subject, retailerId);
    let answer: unknown;
    try {
      answer = await lastValueFrom<unknown, undefined>(next.handle(), { defaultValue: undefined });
    } catch (error) {
      await this.log.end(action, toProblem(error, request.id, '').problem.code);
      throw error;
    }
    await this.log.end(action, reply.hasHeader('idempotency-replayed') ? 'replayed' : 'ok');
    return answer;
  }
}

function actorOf(caller: Caller): string | undefined {
  if (caller.kind === 'admin') return caller.subject;
  return caller.kind === 'retailer' ? caller.operator : undefined;
}
