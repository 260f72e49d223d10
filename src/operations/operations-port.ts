import { createServer, type Server } from 'node:http';
import { notFound } from '#libs/kernel';
import type { FastifyInstance } from 'fastify';

/** Served only on the operations port, where there is one, because no outside client needs them. */
const INTERNAL = /^\/(metrics|openapi\.json|docs(\/.*)?)$/;
/** Served on both ports: proxies check health on the main port, and the `type` of a problem is the URL of its page. */
const SHARED = /^\/((health|problems)\/|version$)/;

/** Answers 404 on each port for the routes of the other. */
export function separatePorts(server: FastifyInstance, operationsPort: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    const internal = request.socket.localPort === operationsPort;
    if (url === undefined || SHARED.test(url) || INTERNAL.test(url) === internal) done();
    else done(notFound('page'));
  });
}

/** Serves the same application on a second port, with the time limits of the main port. */
export async function listenForOperations(
  main: FastifyInstance,
  host: string,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = main.server;
  const limits = { headersTimeout, requestTimeout, keepAliveTimeout };
  const server = createServer(limits, (request, response) => main.routing(request, response));
  for (const listener of main.server.listeners('clientError')) server.on('clientError', listener as () => void);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return { close: () => close(server) };
}

/** Node.js closes idle connections. Connections in use close with their answer, as on the main port. */
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
