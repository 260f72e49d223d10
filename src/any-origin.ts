import type { FastifyInstance, onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads no cookies, and accepts scripts of any origin, also in web workers without an origin. */
    anyOrigin?: boolean;
  }
}

const ANSWER = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
};

/** The method and headers that browsers may send. Browsers repeat the preflight after two hours. */
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Request-Id',
  'access-control-max-age': '7200',
};

/**
 * CORS for routes with `anyOrigin` only. The header is set before anything can refuse the request, because a script
 * can't read the reason of a refusal without it.
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
