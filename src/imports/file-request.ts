import type { FastifyRequest } from 'fastify';
import { streamedBody, unsupported } from '../bodies/streamed-body.js';
import type { ImportFormat } from './reading/table.js';

const TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'jsonl',
};

/** The bytes of the file in a request. 415 for another type than the import's, 413 for a length over the limit. */
export function fileOf(request: FastifyRequest, format: ImportFormat): AsyncIterable<Uint8Array> {
  const { headers } = request;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const encoding = headers['content-encoding'] ?? 'identity';
  const isKnown = ['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase());
  if (TYPES[type.trim().toLowerCase()] !== format || !isKnown) throw unsupported();
  return streamedBody(request);
}
