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
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import { openMarkedRoutes } from './any-origin.js';
import { HeadJudgeService } from './api/head-judge.service.js';
import { AppModule } from './app.module.js';
import { parseBodies, wantsRaw } from './bodies/parse-bodies.js';
import type { Runtime } from './config/runtime.js';
import { setUpDocs } from './operations/docs.js';
import { errorPage } from './pages/error-pages.js';
import { separatePorts } from './operations/operations-port.js';
import type { PlatformModules } from './platforms.js';

const BODY_LIMIT = 256 * 1024;
/** Above the idle time of common load balancers, so that it is never us who closes a connection in use. */
const KEEP_ALIVE_MS = 72_000;
/** For a request to come in whole: until then its sender is unproven, and holds a connection and our memory. */
const REQUEST_MS = 30_000;
/** Between two looks for requests that took longer. */
const LOOK_MS = 5_000;
/** Of our own routes; HEAD comes with GET, and OPTIONS is for browsers. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The HTTP side of a process, not yet listening. */
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
  beginRequests(server, runtime.publicUrl.startsWith('https:'));
  logRequests(server, logger);
  if (runtime.operationsPort !== undefined) separatePorts(server, runtime.operationsPort);
  if (runtime.answers) {
    app.get(HeadJudgeService).attach(server);
    setUpDocs(app, runtime);
  }
  await app.init();
  return app;
}

/** Which methods an address takes: tells a 405 from a 404. */
const methodsOf = (server: FastifyInstance, path: string): string[] =>
  METHODS.filter((method) => Boolean(server.findRoute({ method, url: path })));

function createServer(filter: ProblemFilter, { publicUrl, config }: Runtime): FastifyInstance {
  const { trustedProxies, maxConnections, unprovenBytes } = config;
  const server = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    // Where the headers had longer than the whole, Node.js would swap the two.
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: LOOK_MS },
    // What still comes on an open connection while the process stops is answered, and the connection ends with it.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdFrom(headers['x-request-id']),
    routerOptions: { maxParamLength: 500 },
    // A malformed address fails before any route or filter is found.
    frameworkErrors: (error, request, reply) => filter.answer(error, request, reply),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, publicUrl),
  });
  server.server.maxConnections = maxConnections;
  parseBodies(server, unprovenBytes);
  openMarkedRoutes(server);
  letGoWhenStopping(server);
  return server;
}

/** A stop waits for requests under way, and would then wait for their idle connections: up to the keep-alive time. */
function letGoWhenStopping(server: FastifyInstance): void {
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
 * Every answer names its request, and says what browsers have to keep to: TLS only where we are reached by it. Every
 * request runs in its context. Webhooks run without a context: their work is done for groups of requests, and a context
 * for each would cost a tenth of the intake. One hook does all of it: every webhook pays for every hook.
 */
function beginRequests(server: FastifyInstance, reachedByTls: boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (reachedByTls) void reply.header('strict-transport-security', 'max-age=31536000');
    if (wantsRaw(request)) done();
    else void runInContext({ requestId: request.id }, () => answered(reply, done));
  });
}

/** The line names the route, never the URL, whose query may hold a proof. */
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

/** Goes on with the request; settles when its answer is out or its connection is gone. */
const answered = (reply: FastifyReply, goOn: () => void): Promise<void> =>
  new Promise((resolve) => {
    reply.raw.once('close', resolve);
    goOn();
  });

/** The address that the process listens on, when the port was 0 as well. */
export async function listen(app: INestApplication, host: string, port: number): Promise<string> {
  await app.listen(port, host);
  return app.getUrl();
}
