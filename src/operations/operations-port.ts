import { createServer, type Server } from 'node:http';
import { notFound } from '#libs/kernel';
import type { FastifyInstance } from 'fastify';

/** Answered on the operations port alone where there is one, as nothing outside needs them. */
const INTERNAL = /^\/(metrics|openapi\.json|docs(\/.*)?)$/;
/** Answered on both ports: proxies ask the main one for health, and the type of an error leads to its page. */
const SHARED = /^\/(health|problems)\//;

/** Keeps the routes of each port from the other: they are not found there. */
export function separatePorts(server: FastifyInstance, operationsPort: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    const internal = request.socket.localPort === operationsPort;
    if (url === undefined || SHARED.test(url) || INTERNAL.test(url) === internal) done();
    else done(notFound('page'));
  });
}

/** The same service on a second port, with the time limits of the main one. */
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

/** Node.js ends idle connections; those in use end with their answer, as on the main port. */
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
