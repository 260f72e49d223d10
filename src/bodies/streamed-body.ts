import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { DomainError, unavailable } from '#libs/kernel';
import { errorCodes, type FastifyRequest } from 'fastify';

/** A sender who is silent for so long is gone. */
const QUIET_MS = 30_000;

const streamed = new WeakSet<Socket>();
/** Signals the stop of the process, by the body. */
const stops = new WeakMap<Readable, AbortSignal>();

/**
 * Lets the request take longer than others, until the process stops. A streamed body is long, and its sender has proven
 * something.
 */
export function allowTime(payload: IncomingMessage, stop: AbortSignal): void {
  const { socket } = payload;
  stops.set(payload, stop);
  streamed.add(socket);
  payload.once('close', () => streamed.delete(socket));
}

/** Whether the error is the time limit of Node.js for a request that may go on. Node.js reports a request once. */
export const mayGoOn = ({ code }: { readonly code?: string }, socket: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && streamed.has(socket);

/**
 * The bytes of a streamed body, up to the limit of the route. A sender who is silent is answered 408. One who breaks
 * off is answered 400, because nothing is wrong in the service. A process that stops does not wait for the rest: 503.
 * 415 where the body is no stream.
 */
export function streamedBody({ body, headers, routeOptions }: FastifyRequest): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) throw unsupported();
  if (Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit) throw tooLarge();
  return chunksOf(body, routeOptions.bodyLimit);
}

/** The media type of a file, in lower case and without parameters. 415 for an encoding other than gzip. */
export function fileTypeOf({ headers }: FastifyRequest): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) throw unsupported();
  return type.trim().toLowerCase();
}

/** The stream is not destroyed where the reading stops early: that would close the socket before the answer. */
async function* chunksOf(body: Readable, limit: number): AsyncGenerator<Uint8Array> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const stop = stops.get(body);
  let length = 0;
  for (;;) {
    const next = await inTime(chunks.next(), stop);
    if (next.done) return;
    length += next.value.length;
    if (length > limit) throw tooLarge();
    yield next.value;
  }
}

/** Each chunk has a race of its own: a promise that outlived the races would keep all of their chunks. */
async function inTime<T>(next: Promise<T>, stop: AbortSignal | undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onStop = (): void => undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), QUIET_MS);
    onStop = () => reject(stopping());
  });
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted) onStop();
  try {
    return await Promise.race([next, end]);
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff(error);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}

const brokenOff = (cause: unknown): DomainError =>
  new DomainError(400, 'malformed_request', 'The request ended before its body was complete.', { cause });

const tooSlow = (): DomainError =>
  new DomainError(408, 'request_too_slow', `Nothing came for ${QUIET_MS / 1_000} seconds.`);

const stopping = (): DomainError => unavailable('service_unavailable', 'The process stops. Send the file again.', 5);

const tooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

export const unsupported = (): DomainError =>
  new DomainError(
    415,
    'unsupported_media_type',
    'This address accepts text/csv and application/x-ndjson, plain or with Content-Encoding: gzip.',
  );
