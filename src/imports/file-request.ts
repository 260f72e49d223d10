import type { FastifyRequest } from 'fastify';
import { fileTypeOf, streamedBody, unsupported } from '../bodies/streamed-body.js';
import type { ImportFormat } from './reading/table.js';

const TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'jsonl',
};

/** The bytes of the file in a request. 415 for another type than the import's, 413 for a length over the limit. */
export function fileOf(request: FastifyRequest, format: ImportFormat): AsyncIterable<Uint8Array> {
  if (TYPES[fileTypeOf(request)] !== format) throw unsupported();
  return streamedBody(request);
}
