import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { PlannedFaults } from '../shared/fault-plan.js';

/**
 * Misbehaviour on demand.
 *
 * - unauthorized, forbidden: 401, 403
 * - rateLimited: 429 with X-Rate-Limit-Time-Reset-Ms, the older X-Retry-After, or neither, depending on `says`
 * - serverError: 500, 502 or 503
 * - badRequest: 400, or another status
 * - slow: the right answer, late
 * - notJson: 200 with an HTML page, as proxies answer
 * - disconnect: the connection is closed without an answer
 * - lostAnswer: the call takes effect, and the connection is closed without an answer
 * - mintsPart: codegen mints `minted` codes and then answers 500; other calls are answered as usual
 */
export type FaultKind =
  | 'unauthorized'
  | 'forbidden'
  | 'rateLimited'
  | 'serverError'
  | 'badRequest'
  | 'slow'
  | 'notJson'
  | 'disconnect'
  | 'lostAnswer'
  | 'mintsPart';

/**
 * `api` means every call of a store that has no planned fault for its own resource. `codes` are the codes of promotions
 * with codegen, `coupons` those of orders.
 */
export type FaultPlace =
  | 'api'
  | 'token'
  | 'store'
  | 'orders'
  | 'products'
  | 'customers'
  | 'refunds'
  | 'promotions'
  | 'codes'
  | 'coupons'
  | 'subscribers'
  | 'hooks'
  | 'themes';

export interface FaultOptions {
  /** Which endpoint misbehaves. Default: api. */
  readonly on?: FaultPlace;
  /** The header with which a 429 names the wait. Default: resetMs. */
  readonly says?: 'resetMs' | 'retryAfter' | 'nothing';
  /** The wait that a 429 names. Default: 1000. */
  readonly waitMs?: number;
  readonly status?: number;
  /** The delay of a slow answer. Default: 1000. */
  readonly delayMs?: number;
  /** The number of codes that codegen mints before it breaks off. Default: 0. */
  readonly minted?: number;
}

export interface Fault extends FaultOptions {
  readonly kind: FaultKind;
}

export class PlatformBFaultPlan extends PlannedFaults<FaultKind, FaultOptions> {
  constructor() {
    super('api');
  }
}

const problem = (status: number, title: string) => ({
  status,
  title,
  type: '/api-docs/getting-started/api-status-codes',
});

type Answer = (reply: FastifyReply, fault: Fault) => unknown;

const ANSWERS: Readonly<Record<Exclude<FaultKind, 'slow' | 'lostAnswer' | 'mintsPart'>, Answer>> = {
  unauthorized: (reply) => reply.code(401).send(problem(401, 'Unauthorized')),
  forbidden: (reply) => reply.code(403).send(problem(403, 'You do not have a required scope to access the endpoint')),
  rateLimited: (reply, { says = 'resetMs', waitMs = 1000 }) => {
    // Otherwise the answer would have the headers of the store's own window.
    for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('x-rate-limit')) reply.removeHeader(name);
    if (says === 'resetMs') reply.header('X-Rate-Limit-Time-Reset-Ms', String(waitMs));
    if (says === 'retryAfter') reply.header('X-Retry-After', String(Math.ceil(waitMs / 1000)));
    return reply.code(429).send(problem(429, 'Too many requests'));
  },
  serverError: (reply, { status = 500 }) => reply.code(status).send(problem(status, 'Internal Server Error')),
  badRequest: (reply, { status = 400 }) => reply.code(status).send(problem(status, 'Bad Request')),
  notJson: (reply, { status = 200 }) =>
    reply.code(status).type('text/html').send('<!doctype html><title>Redirecting to login</title>'),
  disconnect: (reply) => {
    reply.hijack();
    return reply.raw.destroy();
  },
};

/** Performs a planned fault. False if the request has to be answered as usual afterwards. */
export async function answerWithFault(fault: Fault | undefined, reply: FastifyReply): Promise<boolean> {
  if (!fault || fault.kind === 'lostAnswer' || fault.kind === 'mintsPart') return false;
  if (fault.kind === 'slow') {
    await delay(fault.delayMs ?? 1000);
    return false;
  }
  ANSWERS[fault.kind](reply, fault);
  return true;
}
