import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { ApiIdempotent } from '../../api/api-idempotent.js';
import { ModuleGuard } from '../../auth/token.guard.js';
import { IdempotencyInterceptor } from '../../idempotency/idempotency.interceptor.js';
import { ImageAnswer } from './image-answers.dto.js';

/** Every route under /module-r: needs a module token, and handles a POST once per `Idempotency-Key`. */
export const ModuleController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(`module-r/${path}`),
    UseGuards(ModuleGuard),
    UseInterceptors(IdempotencyInterceptor),
    ApiTags('module R'),
    ApiBearerAuth('module'),
    ApiProblems(401, 503),
  );

/** Documents a request for an image. */
export const ApiImageRequest = (): MethodDecorator =>
  applyDecorators(
    ApiIdempotent(),
    ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30 seconds) waits for the result' }),
    ApiAcceptedResponse({ type: ImageAnswer, description: 'The image is being made: read it by its id' }),
    ApiOkResponse({
      type: ImageAnswer,
      description: 'The image existed already, or was finished while the caller waited',
    }),
    ApiProblems(404, 429),
  );
