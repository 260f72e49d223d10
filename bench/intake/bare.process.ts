import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerParent } from '../support/children.js';
import { listenOnFreePort, type PeerStart, type PeerStarted } from './listen.js';

/** The fastest server to compare with: only node:http and the signature over the raw bytes. */
answerParent<PeerStart, PeerStarted>(({ secret }) =>
  listenOnFreePort(createServer((request, response) => receive(request, response, secret))),
);

function receive(request: IncomingMessage, response: ServerResponse, secret: string): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const given = Buffer.from(String(request.headers['x-shopify-hmac-sha256']), 'base64');
    const wanted = createHmac('sha256', secret).update(body).digest();
    response.statusCode = given.length === wanted.length && timingSafeEqual(given, wanted) ? 200 : 401;
    response.end('ok');
  });
}
