import type { IncomingMessage } from 'node:http';
import { findUnstorable, invalidInput } from '#libs/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closeUnread } from './close-unread.js';
import { readBody } from './read-body.js';
import { allowTime } from './streamed-body.js';
import { UnprovenBytes } from './unproven-bytes.js';

/** The types of bodies that are streamed. */
const STREAMED = ['text/csv', 'application/x-ndjson'];
const BYTES = 'application/octet-stream';
const WEBHOOK_BODY_LIMIT = 5 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks a proof over the bytes, so its body is not parsed and may be large. */
    rawBody?: boolean;
    /** The limit of the body in bytes, where it is smaller than usual. */
    maxBody?: number;
    /** The route accepts bytes of any content type up to the usual limit and parses them itself. */
    anyBody?: boolean;
    /** The route reads a body of CSV or JSON lines itself, as a stream. */
    streamBody?: boolean;
  }
}

/** The limits of bodies, in bytes. */
export interface BodyLimits {
  /** How much memory all bodies of senders without a proof may take together. */
  readonly unproven: number;
  /** The most of one streamed body. */
  readonly streamed: number;
}

type Done = (error: Error | null, body?: unknown) => void;
/** Parses the bytes for the route. An empty body counts as none. */
type Reading = (request: FastifyRequest, body: Buffer, done: Done) => void;

/**
 * Webhook routes accept bytes of any content type, also of an unreadable one. Other routes accept only JSON.
 * See docs/architecture/decisions/0004-bodies-by-route.md.
 */
export function parseBodies(server: FastifyInstance, { unproven, streamed }: BodyLimits): void {
  const room = new UnprovenBytes(unproven);
  const stop = new AbortController();
  server.removeAllContentTypeParsers();
  server.decorateRequest('response');
  server.addHook('onRoute', (route) => {
    const { rawBody, streamBody, maxBody = rawBody ? WEBHOOK_BODY_LIMIT : undefined } = route.config ?? {};
    const limit = streamBody ? streamed : maxBody;
    if (limit !== undefined) route.bodyLimit = limit;
  });
  server.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw;
    if (takesBytes(request)) request.raw.headers['content-type'] = BYTES;
    done();
  });
  server.addHook('preClose', (done) => {
    stop.abort();
    done();
  });
  // An answer may come before the body is read to its end.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (streams(request) && !request.raw.readableEnded) closeUnread(request.raw, reply.raw);
    done(null, payload);
  });
  // A sender with `Expect: 100-continue` is answered when its body is read, and not where its headers are refused.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));

  const take = (type: string, read: Reading): void => {
    server.addContentTypeParser(type, (request: FastifyRequest, payload: IncomingMessage, done: Done) => {
      // The route refuses the type itself, after its guards.
      if (streams(request)) return done(null, undefined);
      readBody(request, payload, room, (error, body = EMPTY) => {
        if (error) done(error);
        else read(request, body, done);
      });
    });
  };
  for (const type of STREAMED) {
    server.addContentTypeParser(type, (request: FastifyRequest, payload: IncomingMessage, done: Done) => {
      if (!streams(request)) {
        closeUnread(payload, request.response);
        return done(unsupported());
      }
      allowTime(payload, stop.signal);
      if (request.headers.expect !== undefined) request.response.writeContinue();
      done(null, payload);
    });
  }
  take(BYTES, (request, body, done) => (takesBytes(request) ? done(null, body) : done(unsupported())));
  take('application/json', jsonReading(server));
  take('*', (_request, body, done) => (body.length === 0 ? done(null, undefined) : done(unsupported())));
}

function jsonReading(server: FastifyInstance): Reading {
  const json = server.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = body.toString();
    void json(request, text, (error, value: unknown) => {
      const pointer = error ? undefined : findUnstorable(text, value);
      done(pointer === undefined ? error : invalidInput([{ pointer, detail: NOT_KEPT }]), value);
    });
  };
}

const EMPTY = Buffer.alloc(0);
const NOT_KEPT = 'contains NUL or half of a surrogate pair, which can not be stored';

const unsupported = (): Error =>
  Object.assign(new Error('This address accepts application/json.'), { statusCode: 415 });

/** Whether the route checks a proof over the bytes. */
export const wantsRaw = (request: FastifyRequest): boolean => request.routeOptions.config.rawBody === true;

const streams = (request: FastifyRequest): boolean => request.routeOptions.config.streamBody === true;

const takesBytes = (request: FastifyRequest): boolean =>
  wantsRaw(request) || request.routeOptions.config.anyBody === true;
