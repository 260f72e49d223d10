import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ApiProblems, NoBodyInterceptor } from '#libs/kernel';
import { AdminGuard } from '../auth/token.guards.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';

export { ApiIdempotent } from '../api/api-idempotent.js';

/** What holds for every route under /admin: full access, and each POST once for each `Idempotency-Key`. */
export const AdminController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`admin/${path}`),
    UseGuards(AdminGuard),
    UseInterceptors(NoBodyInterceptor, IdempotencyInterceptor),
    ApiTags('admin'),
    ApiBearerAuth('admin'),
    ApiProblems(401, 403, 503),
  );
