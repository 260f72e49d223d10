import type { FastifyRequest } from 'fastify';

/** As received, without the question mark: a signature covers every parameter, known or not, in its own spelling. */
export function rawQueryOf({ raw: { url = '' } }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** Parsed here and not by the server: a parameter that is given twice must be seen. */
export const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(rawQueryOf(request));
