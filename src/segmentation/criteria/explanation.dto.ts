import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Json } from './criterion.js';

const ANY_VALUE = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object' },
  ],
};

/** Why criteria hold for a customer or not: one node for each criterion, as a tree. */
export class ExplanationNode {
  @ApiProperty({ example: 'minOrders', description: 'The key of a criterion, or all, any, not' })
  readonly key!: string;

  @ApiProperty({ example: true })
  readonly holds!: boolean;

  @ApiPropertyOptional({ example: '>=', description: 'How fact and value are compared' })
  readonly operator?: string;

  @ApiPropertyOptional({ ...ANY_VALUE, example: 2, description: 'The value in the criteria' })
  readonly value?: Json;

  @ApiPropertyOptional({ ...ANY_VALUE, nullable: true, example: 3, description: "The customer's fact" })
  readonly fact?: Json;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 100,
    example: ['5678901234'],
    description: "The platform's ids of the counted orders that contribute to the fact, the newest first",
  })
  readonly orders?: readonly string[];

  @ApiPropertyOptional({ type: () => [ExplanationNode] })
  readonly children?: readonly ExplanationNode[];
}
