import fastifyCookie from '@fastify/cookie';
import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type AppLogger,
  NestLogger,
  ProblemFilter,
  ProblemValidationPipe,
  refuseUnreadable,
  requestIdFrom,
  runInContext,
} from '#libs/kernel';
import { TRACER, type Tracer } from '#libs/tracing';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import { openMarkedRoutes } from './any-origin.js';
import { HeadJudgeService } from './api/head-judge.service.js';
import { AppModule } from './app.module.js';
import { parseBodies, wantsRaw } from './bodies/parse-bodies.js';
import { mayGoOn } from './bodies/streamed-body.js';
import type { Runtime } from './config/runtime.js';
import { setUpDocs } from './operations/docs.js';
import { errorPage } from './pages/error-pages.js';
import { separatePorts } from './operations/operations-port.js';
import type { PlatformModules } from './platforms.js';

const BODY_LIMIT = 256 * 1024;
/**
 * Longer than the idle time of common load balancers, so the service never closes a connection that one of them uses.
 */
const KEEP_ALIVE_MS = 72_000;
/** The time for a whole request to arrive. Until then an unproven sender holds a connection and memory. */
const REQUEST_MS = 30_000;
/** The interval of the check for requests that take longer. */
const CHECK_MS = 5_000;
/** The methods of our routes. HEAD comes with GET, and OPTIONS is for browsers. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The HTTP application of a process, not yet listening. */
export async function createApp(
  runtime: Runtime,
  logger: AppLogger,
  platforms?: readonly PlatformModules[],
): Promise<NestFastifyApplication> {
  const filter = new ProblemFilter(
    logger,
    runtime.publicUrl,
    (path) => methodsOf(server, path),
    (answer, request) => errorPage(runtime, answer, request),
  );
  const server: FastifyInstance = createServer(filter, runtime);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.compose(runtime, logger, platforms),
    new FastifyAdapter(server as never),
    { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
  );
  await app.register(fastifyCookie);
  app.useGlobalFilters(filter);
  app.useGlobalPipes(new ProblemValidationPipe());
  beginRequests(server, runtime.publicUrl.startsWith('https:'), app.get<Tracer | undefined>(TRACER));
  logRequests(server, logger);
  if (runtime.operationsPort !== undefined) separatePorts(server, runtime.operationsPort);
  if (runtime.answers) {
    app.get(HeadJudgeService).attach(server);
    setUpDocs(app, runtime);
  }
  await app.init();
  return app;
}

/** The methods that an address accepts, to tell a 405 from a 404. */
const methodsOf = (server: FastifyInstance, path: string): string[] =>
  METHODS.filter((method) => Boolean(server.findRoute({ method, url: path })));

function createServer(filter: ProblemFilter, { publicUrl, config }: Runtime): FastifyInstance {
  const { trustedProxies, maxConnections, bodyLimits } = config;
  const server = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    // Node.js would swap the two limits where the headers had more time than the whole request.
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
    // While the process stops, requests on open connections are still answered, and the answer closes the connection.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdFrom(headers['x-request-id']),
    routerOptions: { maxParamLength: 500 },
    // A malformed address fails before the routing, where no Nest filter applies.
    frameworkErrors: (error, request, reply) => filter.answer(error, request, reply),
    clientErrorHandler: (error, socket) => {
      if (!mayGoOn(error, socket)) refuseUnreadable(error, socket, publicUrl);
    },
  });
  server.server.maxConnections = maxConnections;
  parseBodies(server, bodyLimits);
  openMarkedRoutes(server);
  closeConnectionsWhenStopping(server);
  return server;
}

/** Closes connections during a stop. Otherwise the stop would also wait for idle ones, up to the keep-alive time. */
function closeConnectionsWhenStopping(server: FastifyInstance): void {
  let stopping = false;
  server.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Every answer has the id of its request and the headers for browsers: HSTS only where the public URL is https. Every
 * request runs in its own context, except webhooks: their work happens for groups of requests, and a context for each
 * would cost a tenth of the intake. One hook does all of this, because each further hook would slow every webhook.
 */
function beginRequests(server: FastifyInstance, reachedByTls: boolean, tracer: Tracer | undefined): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (reachedByTls) void reply.header('strict-transport-security', 'max-age=31536000');
    if (wantsRaw(request)) done();
    else {
      const span = tracer?.begin(`${request.method} ${request.routeOptions.url ?? '(no route)'}`, { kind: 'server' });
      const context = { requestId: request.id, ...(span ? { trace: span.context } : {}) };
      void runInContext(context, () => answered(reply, done)).finally(() => span?.end());
    }
  });
}

/** Logs the route, never the URL, whose query may contain a proof. */
function logRequests(server: FastifyInstance, logger: AppLogger): void {
  server.addHook('onResponse', (request, reply, done) => {
    const level = wantsRaw(request) && reply.statusCode < 400 ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) {
      const { method, routeOptions, id } = request;
      const ms = Math.round(reply.elapsedTime);
      logger[level]({ requestId: id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'request');
    }
    done();
  });
}

/** Continues the request. Settles when its answer is sent or its connection is closed. */
const answered = (reply: FastifyReply, goOn: () => void): Promise<void> =>
  new Promise((resolve) => {
    reply.raw.once('close', resolve);
    goOn();
  });

/** Listens, and returns the URL with the actual port. */
export async function listen(app: INestApplication, host: string, port: number): Promise<string> {
  await app.listen(port, host);
  return app.getUrl();
}
