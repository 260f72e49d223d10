import type { FastifyRequest } from 'fastify';

/** The query as received, without the question mark: a signature covers all parameters as they were spelled. */
export function rawQueryOf({ raw: { url = '' } }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The query is parsed here and not by the server, because a parameter that is given twice must be noticed. */
export const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(rawQueryOf(request));
