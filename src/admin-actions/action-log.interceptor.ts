import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { toProblem } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ActionLogService } from './action-log.service.js';

/** Runs before all other interceptors and pipes of an admin's request, so that their refusals are logged too. */
@Injectable()
export class ActionLogInterceptor implements NestInterceptor {
  constructor(private readonly log: ActionLogService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.logged(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), next));
  }

  private async logged(request: FastifyRequest, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const { caller } = request;
    const action = caller?.kind === 'admin' ? await this.log.begin(request, caller.subject) : undefined;
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
