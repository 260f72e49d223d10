import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';
import { FromDigits, IfGiven } from './fields.js';

/** The part of a list that a request asks for. */
export class PageQuery {
  @IfGiven()
  @FromDigits()
  @IsInt()
  @Min(1)
  @Max(200)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50 })
  limit: number = 50;

  @IfGiven()
  @IsString()
  @ApiPropertyOptional({ description: 'The `nextCursor` of the previous page' })
  cursor?: string;
}

/** Documents `{ items, nextCursor }`. */
export const ApiPage = (item: Type): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      schema: {
        type: 'object',
        required: ['items', 'nextCursor'],
        properties: {
          items: { type: 'array', items: { $ref: getSchemaPath(item) } },
          nextCursor: { type: 'string', nullable: true, description: 'Null on the last page' },
        },
      },
    }),
  );
