import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Runtime } from '../config/runtime.js';
import { RateLimitsService } from './rate-limits.service.js';

/** The store that a request names. The name is not verified yet: it only selects a counter. */
export type StoreOf = (request: FastifyRequest) => string | undefined;

export const STORE_OF = Symbol('store-of');

const MINUTE = 60;
/** One address may serve customers of several stores: a platform's own servers, or an office. */
const STORES_PER_ADDRESS = 5;

/** Limits sign-ons and installs per minute, by address and by address and store. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimitsService,
    private readonly runtime: Runtime,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const points = this.runtime.config.signOnsPerMinute;
    await this.limits.spend({ name: 'address', points: points * STORES_PER_ADDRESS, seconds: MINUTE }, request.ip);
    const storeOf = this.reflector.getAllAndOverride<StoreOf>(STORE_OF, [context.getHandler(), context.getClass()]);
    const store = storeOf(request);
    if (store !== undefined) {
      const key = `${request.ip} ${store.toLowerCase()}`;
      await this.limits.spend({ name: 'address-and-store', points, seconds: MINUTE }, key);
    }
    return true;
  }
}
