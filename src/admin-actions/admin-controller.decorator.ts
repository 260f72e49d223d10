import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ApiProblems, NoBodyInterceptor } from '#libs/kernel';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { ActionLogInterceptor } from './action-log.interceptor.js';
import { LoggedAdminGuard } from './logged-admin.guard.js';

export { ApiIdempotent } from '../api/api-idempotent.js';

/** Every route under /admin: needs full access, logs each change, and handles a POST once per `Idempotency-Key`. */
export const AdminController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`admin/${path}`),
    UseGuards(LoggedAdminGuard),
    UseInterceptors(ActionLogInterceptor, NoBodyInterceptor, IdempotencyInterceptor),
    ApiTags('admin'),
    ApiBearerAuth('admin'),
    ApiProblems(401, 403, 503),
  );
