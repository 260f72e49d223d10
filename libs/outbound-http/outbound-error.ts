export type OutboundErrorKind = 'timeout' | 'network' | 'refused_address' | 'too_large' | 'bad_body';

/**
 * Why an outgoing call has no usable answer. The message contains the method, the host and a system error code, but
 * never a path, a query, a header or a body, because each of these may contain a secret.
 *
 * - `timeout`: no connection or no complete answer in time
 * - `network`: the name is unknown, or the connection was refused or broke
 * - `refused_address`: not a plain http(s) URL, or it leads to an address that is not public
 * - `too_large`: the answer exceeds the limit of the caller
 * - `bad_body`: the answer is not the expected JSON
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
