export type OutboundErrorKind = 'timeout' | 'network' | 'refused_address' | 'too_large' | 'bad_body';

/**
 * Why an outgoing call has no usable answer. The message names the method, the host and a system error code; never a
 * path, a query, a header or a body, since each of them may carry a secret.
 *
 * - `timeout`: no connection or no whole answer in time
 * - `network`: the name is unknown, the connection was refused or broke
 * - `refused_address`: not a plain http(s) URL, or it leads to an address that is not public
 * - `too_large`: the answer is longer than the caller allows
 * - `bad_body`: the answer was to be JSON and is not
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly kind: OutboundErrorKind,
    message: string,
    /** The system's or the client's error code, such as ECONNREFUSED. */
    readonly code?: string,
  ) {
    super(message);
  }
}
