import { DomainError } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { fileTypeOf, streamedBody, unsupported } from '../bodies/streamed-body.js';
import type { ImportFormat } from './reading/table.js';

const TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'jsonl',
};

/** The bytes of the file in a request. 415 for another type than the import's, 413 for a length over the limit. */
export function fileOf(request: FastifyRequest, format: ImportFormat): AsyncIterable<Uint8Array> {
  const given = TYPES[fileTypeOf(request)];
  if (given === undefined) throw unsupported();
  if (given !== format) throw otherFormat(format, given);
  return streamedBody(request);
}

const otherFormat = (format: ImportFormat, given: ImportFormat): DomainError =>
  new DomainError(
    415,
    'unsupported_media_type',
    `The import has the format ${format}, and this body is ${given}. Create an import with the format ${given} for it.`,
  );
