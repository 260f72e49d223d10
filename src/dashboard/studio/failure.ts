/** Why a call did not succeed. */
export interface Failure {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  readonly requestId: string;
}

export class ApiError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.detail);
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  const detail = error instanceof Error ? error.message : String(error);
  return { status: 0, code: 'no_answer', detail, errors: [], requestId: '' };
}

/** Reads a problem document (RFC 9457); a proxy may answer anything else. */
export function problemOf(status: number, body: unknown): Failure {
  const problem = typeof body === 'object' && body !== null ? (body as Partial<Failure>) : {};
  return {
    status,
    code: problem.code ?? 'unknown',
    detail: problem.detail ?? '',
    errors: problem.errors ?? [],
    requestId: problem.requestId ?? '',
  };
}
