import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Runtime } from '../../config/runtime.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';

const DAY_SECONDS = '86400';

/**
 * Sets the CORS headers for the origins of installed stores and of the configuration, without credentials. Refuses no
 * request, because a client that is no browser sends no origin.
 */
@Injectable()
export class PlatformBStorefrontCorsGuard implements CanActivate {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoresRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !(await this.isAllowed(origin))) return true;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': DAY_SECONDS,
    });
    return true;
  }

  private async isAllowed(origin: string): Promise<boolean> {
    const { storefrontOrigins } = this.runtime.platformB();
    return storefrontOrigins.includes(origin) || this.stores.isStorefront(origin);
  }
}
