import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '#libs/kernel';
import { errorCodes, type FastifyRequest } from 'fastify';
import { closeUnread } from './close-unread.js';
import type { UnprovenBody, UnprovenBytes } from './unproven-bytes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response, for body parsers, which only get the request. */
    response: ServerResponse;
  }
}

export type BodyDone = (error: Error | null, body?: Buffer) => void;

const RETRY_SECONDS = 5;

/**
 * Reads a body up to the limit of its route. Fails where the body is larger, is cut off or has no room. Bytes of a
 * sender who has proven nothing yet count against the limit of `room` until the answer is sent.
 */
export function readBody(request: FastifyRequest, payload: IncomingMessage, room: UnprovenBytes, done: BodyDone): void {
  const { response, headers } = request;
  const { bodyLimit } = request.routeOptions;
  const held: UnprovenBody | undefined = request.caller ? undefined : { bytes: 0, refuse: () => end(noRoom()) };
  const chunks: Buffer[] = [];
  let length = 0;

  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    chunks.push(chunk);
    if (length > bodyLimit) end(tooLarge());
    else if (held) room.grow(held, chunk.length);
  };
  const onEnd = (): void => end();
  const onError = (): void => end(brokenOff());
  const end = (error?: Error): void => {
    payload.off('data', onData).off('end', onEnd).off('error', onError);
    if (error) {
      chunks.length = 0;
      if (held) room.release(held);
      closeUnread(payload, response);
      done(error);
    } else {
      if (held) room.complete(held);
      // `concat` copies a single chunk too, which may be a view of a larger buffer.
      done(null, Buffer.concat(chunks, length));
    }
  };

  if (Number(headers['content-length']) > bodyLimit) return end(tooLarge());
  if (headers.expect !== undefined) response.writeContinue();
  if (held) response.once('close', () => room.release(held));
  payload.on('data', onData).on('end', onEnd).on('error', onError);
}

const tooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

/** A 400, because nothing is wrong in the service. The sender no longer reads the answer. */
const brokenOff = (): Error =>
  Object.assign(new Error('The request ended before its body was complete.'), { statusCode: 400 });

const noRoom = (): Error =>
  unavailable('too_much_at_once', 'There is no room for more request bodies at the moment; try again.', RETRY_SECONDS);
