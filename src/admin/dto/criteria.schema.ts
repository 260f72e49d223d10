import { ApiSchema } from '@nestjs/swagger';
import { CRITERIA } from '../../segmentation/criteria/registry.js';

const SELF = { $ref: '#/components/schemas/Criteria' };
const LIST = { type: 'array', items: SELF, minItems: 1 };

/** The keys come from the registry, and `compileCriteria` checks them: there is no class that could say them twice. */
const SCHEMA = {
  description: 'All keys given have to hold; at most five levels and a hundred keys in all',
  properties: {
    ...Object.fromEntries(Object.entries(CRITERIA).map(([key, { schema }]) => [key, schema])),
    all: { ...LIST, description: 'All of these have to hold' },
    any: { ...LIST, description: 'At least one of these has to hold' },
    not: { allOf: [SELF], description: 'Must not hold' },
  },
  minProperties: 1,
  additionalProperties: false,
};

/** Documents the criteria of a segment. */
@ApiSchema(SCHEMA)
export class Criteria {}
