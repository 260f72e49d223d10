import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseStorableJson } from '#libs/kernel';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';

import { guardedLookup, isPublicAddress, REFUSED_ADDRESS } from './addresses.js';
import type { AddressGuard, Resolve } from './addresses.js';
import { OutboundError } from './outbound-error.js';
import { Pace } from './pace.js';
import { DEFAULT_RETRY, waitBeforeRetry } from './retry.js';
import type { RetryPolicy } from './retry.js';

export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** http or https, without a user and password. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Time limit of one attempt, from the connection to the last byte. */
  timeoutMs: number;
  /** Time limit of one attempt, from the connection to the first byte of the body; default `timeoutMs`. */
  firstByteMs?: number;
  /** Lowest rate of the body over each `RATE_WINDOW_MS`; a slower host counts as timed out. Default: no limit. */
  minBytesPerSecond?: number;
  maxResponseBytes: number;
  /** Retries after a failure, for idempotent calls only. By default there is one attempt. */
  retry?: Partial<RetryPolicy>;
  /** Replaces the client's own guard. */
  guard?: AddressGuard;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Parses the body as JSON. Throws OutboundError `bad_body`. */
  json(): unknown;
}

/** A GET whose body is read as it comes, for bodies that are larger than the memory may be. */
export interface OutboundDownload {
  /** http or https, without a user and password. */
  url: string;
  headers?: Record<string, string>;
  /** Time limit from the connection to the headers, and between two pieces of the body. */
  idleMs: number;
  /** Replaces the client's own guard. */
  guard?: AddressGuard;
}

export interface OutboundStream {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /** It has to be read to the end, or left early by the loop over it. A broken connection throws OutboundError. */
  body: AsyncIterable<Buffer>;
}

/**
 * The fields of a JSON object, or the elements of an array by index. Every other body has none, even if it is not JSON.
 */
export function fieldsOf(answer: OutboundResponse): Record<string, unknown> {
  try {
    const body = answer.json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

export interface OutboundHttpOptions {
  /** The hosts that may be reached besides public addresses; default none. */
  guard?: AddressGuard;
  /** Default 5 seconds. */
  connectTimeoutMs?: number;
  /** Sockets for one origin, default 32. */
  connections?: number;
  userAgent?: string;
  /** For tests: the wait between attempts, the clock (ms), randomness (0 to 1) and the resolver. */
  sleep?: (ms: number) => Promise<unknown>;
  now?: () => number;
  random?: () => number;
  resolve?: Resolve;
}

const DEFAULTS = { connectTimeoutMs: 5_000, connections: 32, userAgent: 'rekindle' };
const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/**
 * All calls to other hosts go through this client. It keeps connections alive, limits time and size, follows no
 * redirect (a 3xx is an answer like any other), decodes no content encoding, and by default connects to public
 * addresses only.
 */
export class OutboundHttp {
  // Two pools: a socket of an unguarded call to a private address must never be reused by a guarded call.
  private readonly guarded: Agent;
  private readonly open: Agent;
  private closing?: Promise<unknown>;
  private readonly options: Required<Pick<OutboundHttpOptions, 'guard' | 'userAgent' | 'sleep' | 'now' | 'random'>>;

  constructor(options: OutboundHttpOptions = {}) {
    const { connectTimeoutMs, connections } = { ...DEFAULTS, ...options };
    this.guarded = new Agent({
      connections,
      connect: { timeout: connectTimeoutMs, lookup: guardedLookup(options.resolve) },
    });
    this.open = new Agent({ connections, connect: { timeout: connectTimeoutMs } });
    this.options = {
      guard: options.guard ?? {},
      userAgent: options.userAgent ?? DEFAULTS.userAgent,
      sleep: options.sleep ?? sleep,
      now: options.now ?? Date.now,
      random: options.random ?? Math.random,
    };
  }

  /**
   * Any status is an answer, including the last one of a retried call. With `retry` the call is repeated after network
   * errors, timeouts and the statuses of the policy.
   * @throws {OutboundError} there is no answer
   */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const policy = { ...DEFAULT_RETRY, ...(request.retry ?? { attempts: 1 }) };
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(request).catch(keepOutboundError);
      const wait = waitBeforeRetry(policy, attempt, outcome, this.options.now(), this.options.random());
      if (wait === undefined) {
        if (outcome instanceof OutboundError) throw outcome;
        return outcome;
      }
      await this.options.sleep(wait);
    }
  }

  /**
   * Begins a download. Any status is an answer.
   * @throws {OutboundError} there is no answer
   */
  async download({ url: text, headers, idleMs, guard }: OutboundDownload): Promise<OutboundStream> {
    const url = parseUrl(text);
    const where = `GET ${url.host}`;
    try {
      const answer = await this.agentFor(url, guard ?? this.options.guard).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { 'user-agent': this.options.userAgent, ...headers },
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
      });
      return { status: answer.statusCode, headers: answer.headers, body: piecesOf(answer.body, where) };
    } catch (error) {
      throw toOutboundError(error, where, false);
    }
  }

  /** Waits for the calls under way and closes the connections. Later calls fail. Idempotent. */
  async close(): Promise<void> {
    this.closing ??= Promise.all([this.guarded.close(), this.open.close()]);
    await this.closing;
  }

  private async attempt(request: OutboundRequest): Promise<OutboundResponse> {
    const url = parseUrl(request.url);
    const agent = this.agentFor(url, request.guard ?? this.options.guard);
    const where = `${request.method} ${url.host}`;
    const timer = new AbortController();
    const abort = (): void => timer.abort();
    const timeout = setTimeout(abort, request.timeoutMs);
    const pace = new Pace(request, abort);
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { 'user-agent': this.options.userAgent, ...request.headers },
        body: request.body,
        signal: timer.signal,
        // The timer above limits headers and body together.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const body = await readBody(answer, request.maxResponseBytes, where, pace);
      return { status: answer.statusCode, headers: answer.headers, body, json: () => readJson(body, where) };
    } catch (error) {
      throw toOutboundError(error, where, timer.signal.aborted);
    } finally {
      clearTimeout(timeout);
      pace.end();
    }
  }

  private agentFor(url: URL, guard: AddressGuard): Agent {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    if (guard.allowPrivate || guard.allow?.includes(`${url.hostname}:${port}`)) return this.open;
    // A literal address needs no lookup, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host)) {
      throw new OutboundError('refused_address', `${url.host} is not a public address`);
    }
    return this.guarded;
  }
}

function keepOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  throw error;
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password;
  if (!plain) throw new OutboundError('refused_address', 'not an http or https URL without credentials');
  return url;
}

async function readBody(answer: Dispatcher.ResponseData, maxBytes: number, where: string, pace: Pace): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An error in the loop destroys the body and the connection, so the rest is not read.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    pace.received(chunk.length);
    if (length > maxBytes) throw new OutboundError('too_large', `${where}: the answer is over ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

async function* piecesOf(body: AsyncIterable<Buffer>, where: string): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw toOutboundError(error, where, false);
  }
}

function readJson(body: Buffer, where: string): unknown {
  try {
    return parseStorableJson(body.toString('utf8'));
  } catch {
    // The parser's own message would quote the body.
    throw new OutboundError('bad_body', `${where}: the answer is not JSON`);
  }
}

function toOutboundError(error: unknown, where: string, timedOut: boolean): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  if (timedOut || (code && TIMEOUT_CODES.has(code))) return new OutboundError('timeout', `${where}: timed out`, code);
  if (code === REFUSED_ADDRESS) {
    return new OutboundError('refused_address', `${where}: the name leads to an address that is not public`, code);
  }
  return new OutboundError('network', `${where}: ${code ?? 'the connection failed'}`, code);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
