import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminGuard } from '../auth/token.guards.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';

/** What holds for every route under /admin: full access, and each POST once for each `Idempotency-Key`. */
export const AdminController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`admin/${path}`),
    UseGuards(AdminGuard),
    UseInterceptors(IdempotencyInterceptor),
    ApiTags('admin'),
    ApiBearerAuth('admin'),
    ApiProblems(401, 403, 503),
  );

/** Documents the header and the refusals that come with it. */
export const ApiIdempotent = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'The same key and body get the same answer for 24 hours; at most 255 characters',
    }),
    ApiProblems(400, 409, 413, 415, 422),
  );
