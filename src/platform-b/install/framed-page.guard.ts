import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Runtime } from '../../config/runtime.js';

/**
 * For pages that live in a frame of the control panel: the headers that let them, on the answer and on every refusal of
 * what comes after. Refuses nobody.
 */
@Injectable()
export class PlatformBFramedPageGuard implements CanActivate {
  constructor(private readonly runtime: Runtime) {}

  canActivate(context: ExecutionContext): boolean {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.headers({
      'content-security-policy': `frame-ancestors ${this.runtime.config.frameAncestors}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    return true;
  }
}
