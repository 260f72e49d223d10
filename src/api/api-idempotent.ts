import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';

/** Documents the header `Idempotency-Key` and its refusals. */
export const ApiIdempotent = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'For 24 hours the same key and body get the same answer. At most 255 characters',
    }),
    ApiProblems(400, 409, 413, 415, 422),
  );
