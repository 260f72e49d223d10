import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppLogger } from './logger.js';
import { toProblem } from './problem.js';

/** Answers every error as problem+json and logs it once: 4xx quietly, faults of ours with their stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: AppLogger,
    private readonly publicUrl: string,
    /** The methods that an address takes, for a 404 that is a 405. */
    private readonly allowedMethods: (path: string) => readonly string[],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also serves what fails before Nest sees the request (body too large, bad JSON, bad URL). */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { problem, headers, unexpected } = toProblem(error, request.id, this.publicUrl);
    if (unexpected) this.logger.error({ err: error, requestId: request.id }, 'request failed');
    if (problem.code === 'body_too_large') {
      problem.detail = `This address takes a body of at most ${sizeOf(request.routeOptions.bodyLimit)}.`;
    }
    const allowed = problem.code === 'not_found' ? this.methodsFor(request) : [];
    if (allowed.length > 0) {
      Object.assign(problem, {
        type: `${this.publicUrl}/problems/method-not-allowed`,
        title: 'Method not allowed',
        status: 405,
        code: 'method_not_allowed',
        detail: `This address takes ${allowed.join(', ')}.`,
      });
      void reply.header('allow', allowed.join(', '));
    }
    void reply.headers(headers).code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }

  private methodsFor(request: FastifyRequest): readonly string[] {
    if (request.routeOptions.url !== undefined) return [];
    return this.allowedMethods(request.url.split('?')[0] ?? '/').filter((method) => method !== request.method);
  }
}

const sizeOf = (bytes: number): string => (bytes < 1 << 20 ? `${bytes >> 10} kB` : `${bytes >> 20} MB`);
