import type { FastifyRequest } from 'fastify';

/** Parsed here and not by the server: a parameter that is given twice must be seen. */
export function queryOf({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}
