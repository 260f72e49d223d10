import type { FastifyInstance, onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of any origin may call the route, those in workers without one too; it looks at no cookie. */
    anyOrigin?: boolean;
  }
}

const ANSWER = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
};

/** What browsers may send along; they ask again after two hours. */
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Request-Id',
  'access-control-max-age': '7200',
};

/**
 * CORS for the routes that are marked with `anyOrigin`, and for no others. Refusals have the header too, before anything
 * can refuse: a script that may not read an answer can't tell why it was refused.
 */
export function openMarkedRoutes(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { config, method, url } = route;
    if (config?.anyOrigin !== true) return;
    route.onRequest = [allowAnyOrigin, route.onRequest ?? []].flat();
    if (method === 'OPTIONS') return;
    server.options(url, { config: { anyOrigin: true } }, (_request, reply) =>
      reply.headers(PREFLIGHT).code(204).send(),
    );
  });
}

const allowAnyOrigin: onRequestHookHandler = (_request, reply, done) => {
  void reply.headers(ANSWER);
  done();
};
