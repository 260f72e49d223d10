import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Runtime } from '../../config/runtime.js';

/**
 * Sets the headers that allow a page inside a frame of the control panel, on the answer and on refusals of later
 * guards. Refuses no request.
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
