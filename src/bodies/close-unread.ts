import type { IncomingMessage, ServerResponse } from 'node:http';

/** For the sender to read the answer; it may still be writing, and takes a reset connection for a fault of its own. */
const LINGER_MS = 500;

/**
 * The connection ends with the answer, and no more of the request is read. A socket that is closed while bytes wait in
 * it is reset, which can cost the sender the answer: so our side is closed first and the rest a moment later.
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.shouldKeepAlive = false;
  // A request that nobody began to read is read to its end by Node.js and thrown away; one that was begun waits.
  request.pause();
  request.read(0);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
