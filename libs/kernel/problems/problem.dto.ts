import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { TITLES } from './problem.js';

@ApiSchema({ name: 'InputError' })
class InputErrorDocument {
  @ApiProperty({ example: '/segments/0/criteria/minOrders', description: 'JSON pointer (RFC 6901) of the place' })
  pointer!: string;

  @ApiProperty({ example: 'must not be negative' })
  detail!: string;
}

/** How the OpenAPI document describes `Problem`. */
@ApiSchema({ name: 'Problem' })
class ProblemDocument {
  @ApiProperty({ example: 'https://rekindle.example/problems/invalid-input', description: 'Explains the code' })
  type!: string;

  @ApiProperty({ example: 'Invalid input' })
  title!: string;

  @ApiProperty({ example: 422 })
  status!: number;

  @ApiProperty({ example: '/segments/0/criteria/minOrders: must not be negative' })
  detail!: string;

  @ApiProperty({ example: 'invalid_input', description: 'Stable; write programs against this' })
  code!: string;

  @ApiProperty({ example: 'Zt4vQ9aB-1f' })
  requestId!: string;

  @ApiProperty({ type: [InputErrorDocument], required: false, description: 'For bad input: every mistake' })
  errors?: InputErrorDocument[];

  @ApiProperty({ format: 'uuid', required: false, description: 'The execution that stands in the way' })
  executionId?: string;
}

/** Documents the refusals of a route. */
export const ApiProblems = (...statuses: readonly number[]): ClassDecorator & MethodDecorator =>
  applyDecorators(
    ApiExtraModels(ProblemDocument),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: TITLES[status] ?? 'Error',
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDocument) } } },
      }),
    ),
  );
