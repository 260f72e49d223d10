/** One mistake of the input, with the JSON pointer (RFC 6901) of its place. */
export interface InputError {
  readonly pointer: string;
  readonly detail: string;
}

/** Further members of a problem document (RFC 9457, section 3.2). */
export interface ProblemMembers {
  readonly executionId?: string;
  /** Scopes that the merchant has to grant. */
  readonly scopes?: readonly string[];
  /** Where the merchant grants them. */
  readonly grantUrl?: string;
  /** What has changed since a plan was made. */
  readonly changed?: readonly string[];
}

/**
 * A refusal that a caller can understand and act on. `ProblemFilter` answers it as `application/problem+json` (RFC
 * 9457) or as a page.
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
      /** Further members of the problem document, such as the id of a conflicting record. */
      readonly members?: ProblemMembers;
      readonly cause?: unknown;
      /** The store that the caller has proven to come from. Only pages show it. */
      readonly store?: string;
    } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.name = 'DomainError';
  }
}

/** 400: the request line, query or headers are malformed. */
export const malformed = (code: string, detail: string, errors?: readonly InputError[]): DomainError =>
  new DomainError(400, code, detail, errors ? { errors } : {});

/** 401 with the challenge of RFC 6750. */
export const unauthenticated = (code: string, detail: string): DomainError =>
  new DomainError(401, code, detail, { headers: { 'www-authenticate': 'Bearer' } });

/** 401 for a proof other than a bearer token, such as a signature over the request. */
export const badSignature = (detail: string): DomainError => new DomainError(401, 'invalid_signature', detail);

/** 403: the caller is known and not allowed. */
export const forbidden = (code: string, detail: string): DomainError => new DomainError(403, code, detail);

/** 404: the record does not exist or belongs to another retailer. The answer deliberately does not say which. */
export const notFound = (what: string): DomainError =>
  new DomainError(404, 'not_found', `There is no such ${what}, or it is not yours.`);

/** 409: the request is valid and conflicts with the present state. */
export const conflict = (code: string, detail: string, members: ProblemMembers = {}): DomainError =>
  new DomainError(409, code, detail, { members });

/** A body of 256 kB can have more mistakes than anyone reads. */
const MOST_ERRORS = 100;

/** 422: the body breaks its schema. The answer lists up to a hundred mistakes, each with its pointer. */
export const invalidInput = (errors: readonly InputError[]): DomainError =>
  new DomainError(422, 'invalid_input', summary(errors), { errors: errors.slice(0, MOST_ERRORS) });

/** 502: the service can't use the answer of a platform. */
export const badGateway = (code: string, detail: string, cause?: unknown): DomainError =>
  new DomainError(502, code, detail, { cause });

/** 503: not configured, or a datastore is down. */
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

/** The text of an error that is stored beside the failed work. */
export const problemText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
