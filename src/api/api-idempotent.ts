import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';

/** Documents the header `Idempotency-Key` and the refusals that come with it. */
export const ApiIdempotent = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'The same key and body get the same answer for 24 hours; at most 255 characters',
    }),
    ApiProblems(400, 409, 413, 415, 422),
  );
