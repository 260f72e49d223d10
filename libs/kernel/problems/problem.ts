import { HttpException } from '@nestjs/common';
import { DomainError, type InputError, type ProblemMembers } from './errors.js';

/** The body of every error answer: RFC 9457 with our stable `code` and the request's id. */
export interface Problem extends ProblemMembers {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: readonly InputError[];
}

/** The answer to an error. `unexpected` marks faults of the service, which are logged with their stack. */
export interface ProblemAnswer {
  problem: Problem;
  headers: Readonly<Record<string, string>>;
  unexpected: boolean;
  /** The store, where the refusal knows it. Only pages show it, never the JSON. */
  store?: string;
}

export const TITLES: Readonly<Record<number, string>> = {
  400: 'Malformed request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict with the present state',
  410: 'Gone',
  413: 'Body too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Invalid input',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  502: 'Bad answer from a platform',
  503: 'Service unavailable',
};

/** Codes for refusals of the framework, before our code runs. */
const FRAMEWORK_CODES: Readonly<Record<number, string>> = {
  400: 'malformed_request',
  401: 'not_authenticated',
  403: 'not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_too_slow',
  413: 'body_too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
  503: 'service_unavailable',
};

/**
 * Codes of failed connections to Postgres and Redis. The request had no effect, and the caller may try again.
 * 25006 is a refused write: the address of the primary leads to a standby whose promotion is not done yet.
 */
const DATASTORE_DOWN =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P01|57P02|57P03|25006|08\w{3}|53300|DATASTORE_UNAVAILABLE)$/;
/**
 * Postgres refuses texts with NUL or half a surrogate pair. Bodies are checked earlier, addresses and proofs are not.
 */
const NOT_STORABLE = /^(22021|22P05)$/;
/** Messages of pg for errors without a code. */
const CONNECTION_LOST = /Connection terminated|not queryable|timeout exceeded when trying to connect/i;

/** Turns an error of any kind into an answer. */
export function toProblem(error: unknown, requestId: string, publicUrl: string): ProblemAnswer {
  const domain = asDomainError(error);
  const unexpected = domain.status >= 500 && !(error instanceof DomainError);
  const problem: Problem = {
    type: `${publicUrl}/problems/${domain.code.replaceAll('_', '-')}`,
    title: TITLES[domain.status] ?? 'Error',
    status: domain.status,
    detail: domain.message,
    code: domain.code,
    requestId,
    ...(domain.extra.errors ? { errors: domain.extra.errors } : {}),
    ...domain.extra.members,
  };
  return { problem, headers: domain.extra.headers ?? {}, unexpected, store: domain.extra.store };
}

function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isDatastoreDown(error)) {
    return new DomainError(503, 'datastore_unavailable', 'A datastore of the service is unreachable; try again.', {
      headers: { 'retry-after': '5' },
    });
  }
  if (NOT_STORABLE.test(codeOf(error))) {
    return new DomainError(400, 'malformed_request', 'The request contains a character that can not be stored.');
  }
  const status = frameworkStatus(error);
  const code = status === undefined ? undefined : FRAMEWORK_CODES[status];
  if (status === undefined || code === undefined) {
    return new DomainError(
      500,
      'internal_error',
      'Something went wrong on our side. The request id finds it in the log.',
    );
  }
  return new DomainError(status, code, frameworkDetail(error, status), headersOf(status));
}

/** Whether Postgres or Redis did not answer, as opposed to refusing a statement. */
export function isDatastoreDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return DATASTORE_DOWN.test(codeOf(error)) || CONNECTION_LOST.test(error.message);
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}

function frameworkDetail(error: unknown, status: number): string {
  if (status === 404) return 'There is nothing at this address.';
  if (status === 413) return 'The body is larger than this address takes.';
  if (status === 401) return 'A valid bearer token is required.';
  return error instanceof Error ? error.message : 'The request was refused.';
}

const headersOf = (status: number): { headers?: Record<string, string> } =>
  status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {};
