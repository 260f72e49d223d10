import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { CRITERIA } from '../../segmentation/criteria/registry.js';

/** Documents the criteria of a segment: their keys come from the registry, and `compileCriteria` checks them. */
export class Criteria {
  @ApiPropertyOptional({ type: () => [Criteria], minItems: 1, description: 'All of these have to hold' })
  all?: Criteria[];

  @ApiPropertyOptional({ type: () => [Criteria], minItems: 1, description: 'At least one of these has to hold' })
  any?: Criteria[];

  @ApiPropertyOptional({ type: () => Criteria, description: 'Must not hold' })
  not?: Criteria;
}

for (const [key, { schema }] of Object.entries(CRITERIA)) {
  ApiPropertyOptional(schema as ApiPropertyOptions)(Criteria.prototype, key);
}
