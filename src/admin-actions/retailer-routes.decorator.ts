import { applyDecorators, Controller, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ApiProblems, NoBodyInterceptor } from '#libs/kernel';
import { RetailerGuard } from '../auth/token.guard.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { ActionLogInterceptor } from './action-log.interceptor.js';
import { FOR_OWNERS, ID_MAY_BE_NEW, RetailerRightsGuard } from './retailer-rights.guard.js';

/**
 * Routes under /retailer: for the users of a store and for operators who act for it. They usually share their handlers
 * with routes under /admin. An id or a `brandId` of another retailer gets 404 before the handler runs.
 */
export const RetailerRoutes = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`retailer/${path}`),
    UseGuards(RetailerGuard, RetailerRightsGuard),
    UseInterceptors(ActionLogInterceptor, NoBodyInterceptor, IdempotencyInterceptor),
    ApiTags('retailer'),
    ApiBearerAuth('retailer'),
    ApiProblems(401, 403, 503),
  );

/** Under /retailer only owners may call the route. It means nothing under /admin. */
export const ForOwners = (): MethodDecorator & ClassDecorator => SetMetadata(FOR_OWNERS, true);

/** The `id` may be chosen by the caller, so the handler itself refuses one that another retailer uses. */
export const IdMayBeNew = (): MethodDecorator => SetMetadata(ID_MAY_BE_NEW, true);
