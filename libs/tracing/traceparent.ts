import type { TraceContext } from '#libs/kernel';

/** W3C Trace Context. Only sampled traces are handed on. */
export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;

/** Undefined for another version, a malformed text, or a trace that is not sampled. */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f][13579bdf]$/.exec(text ?? '') ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}
