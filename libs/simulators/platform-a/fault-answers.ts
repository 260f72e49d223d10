import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault, FaultKind } from './faults.js';
import { throttledAnswer } from './graphql/execute.js';
import type { SimulatedShop } from './shop.js';

/** The body that the platform sends with a 401. */
export const unauthorizedBody = {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
};

/** Faults that happen after the request was carried out. */
export type LateFault = 'lostAnswer' | 'halfDone';

export const isLate = ({ kind }: Fault): boolean => kind === 'lostAnswer' || kind === 'halfDone';

type Answer = (reply: FastifyReply, fault: Fault, shop: SimulatedShop) => unknown;

const ANSWERS: Readonly<Record<Exclude<FaultKind, 'slow' | LateFault>, Answer>> = {
  unauthorized: (reply) => reply.code(401).send(unauthorizedBody),
  rateLimited: (reply, { retryAfterSeconds = 1 }) =>
    reply.code(429).header('retry-after', String(retryAfterSeconds)).send({ errors: 'Throttled' }),
  throttled: (reply, _fault, shop) => reply.code(200).send(throttledAnswer(shop)),
  serverError: (reply, { status = 503 }) => reply.code(status).send({ errors: 'Internal Server Error' }),
  notJson: (reply, { status = 200 }) =>
    reply.code(status).type('text/html').send('<!doctype html><title>Something went wrong</title>'),
  disconnect: (reply) => {
    reply.hijack();
    return reply.raw.destroy();
  },
};

/** Performs a planned fault. False if the request has to be answered as usual afterwards. */
export async function answerWithFault(fault: Fault, reply: FastifyReply, shop: SimulatedShop): Promise<boolean> {
  if (fault.kind === 'slow') {
    await delay(fault.delayMs ?? 1000);
    return false;
  }
  if (fault.kind === 'lostAnswer' || fault.kind === 'halfDone') return false;
  ANSWERS[fault.kind](reply, fault, shop);
  return true;
}

/** Ends a request that was carried out. */
export function answerLate({ kind }: Fault, reply: FastifyReply, shop: SimulatedShop): unknown {
  return kind === 'lostAnswer'
    ? ANSWERS.disconnect(reply, { kind }, shop)
    : ANSWERS.serverError(reply, { kind, status: 500 }, shop);
}
