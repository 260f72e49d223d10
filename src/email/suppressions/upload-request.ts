import { createHash } from 'node:crypto';
import { malformed } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { fileTypeOf, streamedBody, unsupported } from '../../bodies/streamed-body.js';
import type { ImportFormat } from './import-lines.js';
import type { Upload } from './suppression-uploads.service.js';

const LONGEST_KEY = 255;

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The upload in a request. 415 for another type, 413 for a length over the limit, before a byte is read. */
export function uploadOf(request: FastifyRequest, key: string | undefined): Omit<Upload, 'retailerId'> {
  const { caller } = request;
  const format = FORMATS[fileTypeOf(request)];
  if (!format) throw unsupported();
  const bytes = streamedBody(request);
  const subject = caller?.kind === 'admin' || caller?.kind === 'retailer' ? caller.subject : '';
  return { format, bytes, requestKey: key === undefined ? undefined : keyOf(subject, key) };
}

function keyOf(subject: string, key: string): string {
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw malformed('malformed_idempotency_key', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`);
  }
  return createHash('sha256').update(`${subject}\n${key}`).digest('hex');
}
