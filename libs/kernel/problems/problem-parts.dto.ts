import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { ProblemParts } from './problem-parts.js';

export class ProblemPartsAnswer implements ProblemParts {
  @ApiProperty({ example: 'unknown_topic' })
  readonly code!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { topic: 'orders/create' },
    description: 'What the words of the problem name, as far as it is known',
  })
  readonly values!: Readonly<Record<string, string>>;
}

export const PROBLEM_PARTS: ApiPropertyOptions = {
  type: ProblemPartsAnswer,
  nullable: true,
  description: 'The problem in parts; null without one, and where it has no code',
};
