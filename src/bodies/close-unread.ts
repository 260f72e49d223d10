import type { IncomingMessage, ServerResponse } from 'node:http';

/** The time for the sender to read the answer while it still writes. A reset connection would lose the answer. */
const LINGER_MS = 500;

/**
 * Closes the connection after the answer, without reading the rest of the request. Closing a socket with unread bytes
 * resets it, and the sender may lose the answer. So this closes the sending side first and the socket a moment later.
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.shouldKeepAlive = false;
  // Node.js reads an untouched request to its end and discards it. A request whose reading has begun stays paused.
  request.pause();
  request.read(0);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
