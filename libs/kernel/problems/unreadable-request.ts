import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { toProblem } from './problem.js';
import { newRequestId } from '../logging/index.js';

/** Refusals by the error code of Node.js: https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror. */
const REFUSALS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come to its end in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 kB together.'],
};
const UNREADABLE = [400, 'This is not a request of HTTP/1.1.'] as const;

/** Answers bytes that the HTTP parser could not read. There is no request, and the answer closes the connection. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, detail] = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const cause = Object.assign(new Error(detail), { statusCode: status });
  const { problem } = toProblem(cause, newRequestId(), publicUrl);
  const body = Buffer.from(JSON.stringify(problem));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${problem.requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  socket.destroySoon();
}
