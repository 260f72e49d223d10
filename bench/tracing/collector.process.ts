import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnFreePort, type PeerStarted } from '../intake/listen.js';
import { answerParent } from '../support/children.js';

/** The collector counts the bytes of spans that it gets, and keeps nothing. */
export interface CollectorAnswer extends PeerStarted {
  readonly bytes: number;
}

let bytes = 0;
const server = createServer(receive);
let started: PeerStarted | undefined;

answerParent<object, CollectorAnswer>(async () => {
  started ??= await listenOnFreePort(server);
  return { ...started, bytes };
});

function receive(request: IncomingMessage, response: ServerResponse): void {
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
}
