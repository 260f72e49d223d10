import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppLogger } from '../logging/index.js';
import { type ProblemAnswer, toProblem } from './problem.js';

/** The page that shows a problem to people; undefined where the caller is a program. */
export type ProblemPages = (
  answer: ProblemAnswer,
  request: FastifyRequest,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined;

/** Answers every error as problem+json or as a page, and logs it once: faults of the service with their stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: AppLogger,
    private readonly publicUrl: string,
    /** The methods that an address accepts: with them a 404 becomes a 405. */
    private readonly allowedMethods: (path: string) => readonly string[],
    private readonly pages: ProblemPages,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also called for errors before Nest sees the request: a body that is too large, bad JSON, a bad URL. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const answer = toProblem(error, request.id, this.publicUrl);
    const { problem, headers, unexpected } = answer;
    if (unexpected) this.logger.error({ err: error, requestId: request.id }, 'request failed');
    if (problem.code === 'body_too_large') {
      problem.detail = `This address accepts a body of at most ${sizeOf(request.routeOptions.bodyLimit)}.`;
    }
    const allowed = problem.code === 'not_found' ? this.methodsFor(request) : [];
    if (allowed.length > 0) {
      Object.assign(problem, {
        type: `${this.publicUrl}/problems/method-not-allowed`,
        title: 'Method not allowed',
        status: 405,
        code: 'method_not_allowed',
        detail: `This address accepts ${allowed.join(', ')}.`,
      });
      void reply.header('allow', allowed.join(', '));
    }
    const { headers: described, body } = this.pages(answer, request) ?? {
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify(problem),
    };
    void reply
      .headers({ ...headers, ...described })
      .code(problem.status)
      .send(body);
  }

  private methodsFor(request: FastifyRequest): readonly string[] {
    if (request.routeOptions.url !== undefined) return [];
    return this.allowedMethods(request.url.split('?')[0] ?? '/').filter((method) => method !== request.method);
  }
}

const sizeOf = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} kB` : `${Math.floor(bytes / 2 ** 20)} MB`;
