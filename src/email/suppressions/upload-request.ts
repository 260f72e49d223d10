import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError, malformed } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import type { ImportFormat } from './import-lines.js';
import { MOST_UPLOADED, tooLarge, type Upload } from './suppression-uploads.service.js';

const LONGEST_KEY = 255;

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The upload in a request. 415 for another type, 413 for a length over the limit, before a byte is read. */
export function uploadOf(request: FastifyRequest, key: string | undefined): Omit<Upload, 'retailerId'> {
  const { headers, body, caller } = request;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const format = FORMATS[type.trim().toLowerCase()];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!format || !(body instanceof Readable) || !['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) {
    throw unsupported();
  }
  if (Number(headers['content-length'] ?? 0) > MOST_UPLOADED) throw tooLarge();
  const subject = caller?.kind === 'admin' ? caller.subject : '';
  return { format, bytes: unbroken(body), requestKey: key === undefined ? undefined : keyOf(subject, key) };
}

function keyOf(subject: string, key: string): string {
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw malformed('malformed_idempotency_key', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`);
  }
  return createHash('sha256').update(`${subject}\n${key}`).digest('hex');
}

/** A body that ends before its end is a 400, because nothing is wrong in the service. */
async function* unbroken(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new DomainError(400, 'malformed_request', 'The request ended before its body was complete.', {
      cause: error,
    });
  }
}

const unsupported = (): DomainError =>
  new DomainError(
    415,
    'unsupported_media_type',
    'A list is text/csv or application/x-ndjson, plain or with Content-Encoding: gzip.',
  );
