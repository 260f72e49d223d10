import { Readable } from 'node:stream';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { escapePointer } from '../json/index.js';
import { invalidInput } from './errors.js';
import { readBody, unknownKey } from './validation.pipe.js';

/** Refuses unknown keys (422) on routes without a `@Body()`, where no pipe sees the body. */
@Injectable()
export class NoBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    // A guard or the handler reads bodies of bytes and streams.
    if (!Buffer.isBuffer(body) && !(body instanceof Readable) && !takesBody(context)) refuseKeys(readBody(body));
    return next.handle();
  }
}

function takesBody(context: ExecutionContext): boolean {
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name);
  return Object.keys(args ?? {}).some((name) => name.startsWith(`${RouteParamtypes.BODY}:`));
}

function refuseKeys(body: object): void {
  const errors = Object.keys(body).map((key) => ({ pointer: `/${escapePointer(key)}`, detail: unknownKey(key) }));
  if (errors.length > 0) throw invalidInput(errors);
}
