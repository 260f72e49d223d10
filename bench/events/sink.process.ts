import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../support/children.js';

/** The endpoint of both contenders: reads each request to its end, counts it and answers 204. */
let taken = 0;
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    taken += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

export interface SinkState {
  readonly port: number;
  readonly taken: number;
}

answerParent<object, SinkState>(() => ({ port, taken }));
