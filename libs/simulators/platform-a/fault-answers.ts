import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault } from './faults.js';
import { throttledAnswer } from './graphql/execute.js';
import type { SimulatedShop } from './shop.js';

const UNAUTHORIZED = '[API] Invalid API key or access token (unrecognized login or wrong password)';

/** The body that the platform sends with a 401. */
export const unauthorizedBody = { errors: UNAUTHORIZED };

/** Carries a planned fault out. `carryOn`: the request is then answered as usual. */
export async function applyFault(
  fault: Fault,
  reply: FastifyReply,
  shop: SimulatedShop,
): Promise<'answered' | 'carryOn'> {
  switch (fault.kind) {
    case 'slow':
      await delay(fault.delayMs ?? 1000);
      return 'carryOn';
    case 'unauthorized':
      reply.code(401).send(unauthorizedBody);
      return 'answered';
    case 'rateLimited':
      reply
        .code(429)
        .header('retry-after', String(fault.retryAfterSeconds ?? 1))
        .send({ errors: 'Throttled' });
      return 'answered';
    case 'throttled':
      reply.code(200).send(throttledAnswer(shop));
      return 'answered';
    case 'serverError':
      reply.code(fault.status ?? 503).send({ errors: 'Internal Server Error' });
      return 'answered';
    case 'notJson':
      reply
        .code(fault.status ?? 200)
        .type('text/html')
        .send('<!doctype html><title>Something went wrong</title>');
      return 'answered';
    case 'disconnect':
      reply.hijack();
      reply.raw.destroy();
      return 'answered';
  }
}
