import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '#libs/kernel';
import { errorCodes, type FastifyRequest } from 'fastify';
import { closeUnread } from './close-unread.js';
import type { UnprovenBody, UnprovenBytes } from './unproven-bytes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the answer goes; parsers are given the request alone. */
    response: ServerResponse;
  }
}

export type BodyDone = (error: Error | null, body?: Buffer) => void;

const RETRY_SECONDS = 5;

/**
 * Reads a body up to the limit of its route; an error where it is larger, breaks off, or finds no room. Bytes of a
 * sender who has proven nothing yet count against the ceiling until the answer is out.
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
      // A copy also of a single chunk, which may be a view of a larger buffer.
      done(null, Buffer.concat(chunks, length));
    }
  };

  if (Number(headers['content-length']) > bodyLimit) return end(tooLarge());
  if (headers.expect !== undefined) response.writeContinue();
  if (held) response.once('close', () => room.release(held));
  payload.on('data', onData).on('end', onEnd).on('error', onError);
}

const tooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

/** Nobody is left to read the answer, and nothing is wrong on our side. */
const brokenOff = (): Error =>
  Object.assign(new Error('The request broke off before its body was whole.'), { statusCode: 400 });

const noRoom = (): Error =>
  unavailable('too_much_at_once', 'More is sent at once than there is room for; try again.', RETRY_SECONDS);
