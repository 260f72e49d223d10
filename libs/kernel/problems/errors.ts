/** One thing that is wrong with the input, with the JSON pointer (RFC 6901) of the place. */
export interface InputError {
  readonly pointer: string;
  readonly detail: string;
}

/** What some problems say besides (RFC 9457, section 3.2). */
export interface ProblemMembers {
  readonly executionId?: string;
}

/**
 * A refusal that a caller can understand and act on. The mapper in `problem.filter.ts` turns it into
 * `application/problem+json` (RFC 9457); nothing else in the code decides about HTTP status codes.
 */
export class DomainError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Stable snake_case name, part of the contract with clients. */
    readonly code: string,
    /** One sentence for a person; never holds a secret, SQL or a stack. */
    detail: string,
    readonly extra: {
      readonly errors?: readonly InputError[];
      readonly headers?: Readonly<Record<string, string>>;
      /** Further members of the problem document, such as the id of what stands in the way. */
      readonly members?: ProblemMembers;
      readonly cause?: unknown;
      /** The shop that the caller has proven to come from, for a page that people read. */
      readonly store?: string;
    } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.name = 'DomainError';
  }
}

/** 400: the request line, query or headers make no sense. */
export const malformed = (code: string, detail: string, errors?: readonly InputError[]): DomainError =>
  new DomainError(400, code, detail, errors ? { errors } : {});

/** 401 with the challenge that RFC 6750 asks for. */
export const unauthenticated = (code: string, detail: string): DomainError =>
  new DomainError(401, code, detail, { headers: { 'www-authenticate': 'Bearer' } });

/** 401 for a proof that is no bearer token (a signature over a request). */
export const badSignature = (detail: string): DomainError => new DomainError(401, 'invalid_signature', detail);

/** 403: known caller, not allowed. */
export const forbidden = (code: string, detail: string): DomainError => new DomainError(403, code, detail);

/** 404: not there, or another tenant's: the answer is the same on purpose. */
export const notFound = (what: string): DomainError =>
  new DomainError(404, 'not_found', `There is no such ${what}, or it is not yours.`);

/** 409: the request fits its schema but not the present state. */
export const conflict = (code: string, detail: string, members: ProblemMembers = {}): DomainError =>
  new DomainError(409, code, detail, { members });

/** A body of 256 kB can be wrong in more places than anyone reads. */
const MOST_ERRORS = 100;

/** 422: the body breaks its schema; every mistake is listed with its pointer, up to a hundred. */
export const invalidInput = (errors: readonly InputError[]): DomainError =>
  new DomainError(422, 'invalid_input', summary(errors), { errors: errors.slice(0, MOST_ERRORS) });

/** 502: a platform answered something that we can't use. */
export const badGateway = (code: string, detail: string, cause?: unknown): DomainError =>
  new DomainError(502, code, detail, { cause });

/** 503: not configured, or a store of ours is down. */
export const unavailable = (code: string, detail: string, retryAfterSeconds?: number): DomainError =>
  new DomainError(
    503,
    code,
    detail,
    retryAfterSeconds ? { headers: { 'retry-after': String(retryAfterSeconds) } } : {},
  );

function summary(errors: readonly InputError[]): string {
  const [first] = errors;
  if (!first) return 'The body breaks its schema.';
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first.pointer || '/'}: ${first.detail}${rest}`;
}

/** What is kept of an error beside the work that failed, for a person to read. */
export const problemText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
